import { fail, pass } from '../../../kit/index.ts'
import { inManifest } from '../control-plane.ts'
import { check } from './resources.ts'

/** By its name and the older one. */
const names = ['pod-garbage-collector-controller', 'podgc']

/** The first entry that names a controller counts; the asterisk stands for all that are not named. */
function isOn(controllers: readonly string[]): boolean {
  const entry = controllers.find((it) => names.includes(it.replace(/^-/, '')))
  return entry === undefined ? controllers.includes('*') : !entry.startsWith('-')
}

export default check({
  id: 'controllermanager_garbage_collection',
  title: 'Terminated pods are deleted above a threshold',
  description:
    'Reads --terminated-pod-gc-threshold of the controller manager, the number of terminated pods from which on the oldest are deleted, and whether --controllers leaves that controller on.',
  risk: 'Where nothing deletes them, pods that failed or finished pile up in etcd until it is slow or full, and the whole cluster stands still.',
  decision:
    'Passes when the threshold is above 0, and when it is not given, as it is then 12,500. Fails when it is 0 or less, and when --controllers turns the controller podgc off: nothing is deleted then. Whether the number suits the size of the cluster is not judged.',
  fix: {
    text: 'Start the controller manager with --terminated-pod-gc-threshold above 0, at a number of pods that etcd bears easily, and with the controller podgc on.',
    ...inManifest(
      'kube-controller-manager',
      'In the command of the container set --terminated-pod-gc-threshold to a number above 0, or remove the flag for the default of 12,500.',
      'Remove -podgc from --controllers, and see that the list has an asterisk or podgc.',
    ),
  },
  source:
    'https://kubernetes.io/docs/reference/command-line-tools-reference/kube-controller-manager/',
  links: ['https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/'],
  over: 'managers',
  needs: ['controllers', 'terminated_pod_gc_threshold'],
  judge: ({ name, controllers, terminated_pod_gc_threshold: threshold }) => {
    if (controllers !== null && !isOn(controllers))
      return fail(`${name} never deletes terminated pods: --controllers leaves podgc off.`)
    if (threshold === null)
      return pass(`${name} keeps 12500 terminated pods at most, which is the default.`)
    return threshold > 0
      ? pass(`${name} keeps ${threshold} terminated pods at most.`)
      : fail(
          `${name} never deletes terminated pods: --terminated-pod-gc-threshold is ${threshold}.`,
        )
  },
})
