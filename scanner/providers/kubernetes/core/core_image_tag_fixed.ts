import { isOfSpec, judgeContainers } from './containers.ts'
import { inContainer, manifestFix } from './fixes.ts'
import { readImage } from './images.ts'
import { check } from './resources.ts'

export default check({
  id: 'core_image_tag_fixed',
  title: 'Containers run a named version of their image',
  description: 'Reads by what tag or digest each container of a workload’s pods names its image.',
  risk: 'With the tag latest nobody can say which version runs: pods of one workload may differ, a rollback brings nothing back, and a replaced image runs with the next restart.',
  decision:
    'Passes when the image of every container and init container has a digest, or a tag other than latest. Fails for latest and for an image without a tag, which means latest. A tag such as 1 or stable may also be moved to another image; only a digest rules that out. Images of ephemeral containers are not asked for.',
  fix: manifestFix({
    text: 'Name images by a version that is never pushed again, or by their digest.',
    steps: [
      'Find the digest that runs now: kubectl get pod shows it under status.containerStatuses, as imageID.',
      'In each container set image to the version’s tag, or to name@sha256 and the digest.',
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
      fails: 'whose image has no fixed version',
      passes: 'names a version of its image',
    }),
})
