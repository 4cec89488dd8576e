import { isOfSpec, judgeContainers } from './containers.ts'
import { inContainer, manifestFix } from './fixes.ts'
import { readImage } from './images.ts'
import { check } from './resources.ts'

export default check({
  id: 'core_image_tag_fixed',
  title: 'Containers use a fixed image version',
  description: 'Reads the tag or digest of the image of each container in a workload’s pods.',
  risk: 'With the tag latest, the running version is unknown. Pods of one workload can differ, a rollback has no effect, and a replaced image runs after the next restart.',
  decision:
    'Passes if the image of every container and init container has a digest or a tag other than latest. Fails for latest and for an image without a tag, which means latest. A tag such as 1 or stable can also be moved to another image. Only a digest prevents that. Images of ephemeral containers are not evaluated.',
  fix: manifestFix({
    text: 'Use image versions that are never pushed again, or digests.',
    steps: [
      'Find the digest that is running now: kubectl get pod shows it as imageID under status.containerStatuses.',
      'In each container, set image to the tag of the version, or to name@sha256 and the digest.',
    ],
    patch: inContainer({ image: '<registry>/<image>:<version>' }),
    terraform: {},
  }),
  source: 'https://kubernetes.io/docs/concepts/containers/images/',
  over: 'workloads',
  needs: ['specs'],
  judge: (workload) =>
    judgeContainers(workload, {
      asks: isOfSpec,
      holds({ image }) {
        const { tag, digest } = readImage(image)
        return digest !== null || (tag !== null && tag !== 'latest')
      },
      seen: ({ image }) => image,
      fails: 'without a fixed image version',
      passes: 'has a fixed image version',
    }),
})
