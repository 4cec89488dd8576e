import { fail, pass } from '../../../kit/index.ts'
import { inManifest } from '../control-plane.ts'
import { check } from './resources.ts'

/** Its current and its older name. */
const names = ['pod-garbage-collector-controller', 'podgc']

/** The first entry that names a controller applies; the asterisk covers all unnamed ones. */
function isOn(controllers: readonly string[]): boolean {
  const entry = controllers.find((it) => names.includes(it.replace(/^-/, '')))
  return entry === undefined ? controllers.includes('*') : !entry.startsWith('-')
}

export default check({
  id: 'controllermanager_garbage_collection',
  title: 'Controller manager deletes terminated pods above a threshold',
  description:
    'Reads --terminated-pod-gc-threshold of the controller manager, the number of terminated pods above which the oldest are deleted, and whether --controllers keeps that controller enabled.',
  risk: 'Without garbage collection, terminated pods accumulate in etcd until it is slow or full, and the cluster stops working.',
  decision:
    'Passes if the threshold is above 0, or if it is not set, because the default is 12,500. Fails if it is 0 or less, or if --controllers disables the controller podgc, because nothing is deleted then. Whether the number fits the size of the cluster is not evaluated.',
  fix: {
    text: 'Start the controller manager with --terminated-pod-gc-threshold above 0, at a number of pods that etcd can handle, and with the controller podgc enabled.',
    ...inManifest(
      'kube-controller-manager',
      'In the command of the container, set --terminated-pod-gc-threshold to a number above 0, or remove the flag for the default of 12,500.',
      'Remove -podgc from --controllers, and make sure that the list has an asterisk or podgc.',
    ),
  },
  source:
    'https://kubernetes.io/docs/reference/command-line-tools-reference/kube-controller-manager/',
  links: ['https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/'],
  over: 'managers',
  needs: ['controllers', 'terminated_pod_gc_threshold'],
  judge: ({ name, controllers, terminated_pod_gc_threshold: threshold }) => {
    if (controllers !== null && !isOn(controllers))
      return fail(`${name} never deletes terminated pods: --controllers disables podgc.`)
    if (threshold === null) return pass(`${name} keeps at most 12500 terminated pods, the default.`)
    return threshold > 0
      ? pass(`${name} keeps at most ${threshold} terminated pods.`)
      : fail(
          `${name} never deletes terminated pods: --terminated-pod-gc-threshold is ${threshold}.`,
        )
  },
})
