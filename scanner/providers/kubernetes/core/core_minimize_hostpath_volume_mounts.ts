import { fail, pass } from '../../../kit/index.ts'
import { listing } from '../listing.ts'
import { label, ofAll } from './containers.ts'
import { manifestFix } from './fixes.ts'
import { check } from './resources.ts'

export default check({
  id: 'core_minimize_hostpath_volume_mounts',
  title: 'Pods do not use hostPath volumes',
  description:
    'Reads which volumes of a workload’s pods are of type hostPath, and the node paths that they expose.',
  risk: 'Through files of the node, a container can access its credentials, the socket of its container runtime and the volumes of all its pods. A container with write access can take control of the node.',
  decision:
    'Fails if a pod of the workload has a hostPath volume, even if it is read-only, because a read-only socket still accepts commands. Passes if it has none. Persistent volumes that use a path of a node are not evaluated. Agents that monitor or configure nodes need such volumes. They also fail and can be muted.',
  fix: manifestFix({
    text: 'Replace hostPath volumes with volumes that belong to the pod.',
    steps: [
      'Use an emptyDir volume for temporary files, a PersistentVolumeClaim for persistent files, and a ConfigMap for settings.',
      'Remove the hostPath volume from spec.volumes, and its volumeMounts from the containers.',
    ],
    patch: {
      volumes: [{ name: '<volume>', $patch: 'delete' }],
      containers: [
        { name: '<container>', volumeMounts: [{ mountPath: '<mount path>', $patch: 'delete' }] },
      ],
    },
    terraform: {
      pod: 'volume {\n  name = "scratch"\n\n  empty_dir {\n    size_limit = "1Gi"\n  }\n}',
      container: 'volume_mount {\n  name       = "scratch"\n  mount_path = "/tmp"\n}',
    },
  }),
  source: 'https://kubernetes.io/docs/concepts/storage/volumes/',
  links: ['https://kubernetes.io/docs/concepts/security/pod-security-standards/'],
  over: 'workloads',
  needs: ['specs'],
  judge: (workload) => {
    const paths = workload.specs.flatMap(({ host_paths: of }) => of)
    return paths.length === 0
      ? ofAll(workload, pass(`${label(workload)} has no hostPath volumes.`))
      : fail(`${label(workload)} has hostPath volumes: ${listing(paths)}.`)
  },
})
