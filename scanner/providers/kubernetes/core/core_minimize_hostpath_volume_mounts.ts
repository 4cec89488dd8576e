import { fail, pass } from '../../../kit/index.ts'
import { listing } from '../listing.ts'
import { label, ofAll } from './containers.ts'
import { manifestFix } from './fixes.ts'
import { check } from './resources.ts'

export default check({
  id: 'core_minimize_hostpath_volume_mounts',
  title: 'Pods do not mount files of their node',
  description:
    'Reads which volumes of a workload’s pods are of type hostPath, and which paths of the node they show.',
  risk: 'By the files of a node containers get at its credentials, at the sockets of its runtime and at the volumes of all its pods; one that may write there takes over the node.',
  decision:
    'Fails when a pod of the workload has a hostPath volume, mounted read-only or not, because a read-only socket still takes commands. Passes when it has none. Persistent volumes that lead to a path of a node are not looked at. Agents that watch or equip nodes need such volumes; they fail all the same, and can be muted.',
  fix: manifestFix({
    text: 'Replace hostPath volumes by volumes that belong to the pod.',
    steps: [
      'For scratch files use an emptyDir volume, for files that last a PersistentVolumeClaim, for settings a ConfigMap.',
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
      ? ofAll(workload, pass(`${label(workload)} has no volume of its node’s files.`))
      : fail(`${label(workload)} has volumes that show files of its node: ${listing(paths)}.`)
  },
})
