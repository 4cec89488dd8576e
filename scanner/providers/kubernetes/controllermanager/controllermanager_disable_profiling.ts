import { fail, pass } from '../../../kit/index.ts'
import { inManifest } from '../control-plane.ts'
import { check } from './resources.ts'

export default check({
  id: 'controllermanager_disable_profiling',
  title: 'Controller manager has profiling disabled',
  description:
    'Reads --profiling of the controller manager, which enables the profiling endpoints below /debug/pprof/.',
  risk: 'Profiles reveal what runs in the controller manager and how it uses memory. Collecting them slows down the controllers of the cluster.',
  decision:
    'Passes if --profiling is false. Fails if it is true or not set, because the default is true. Who is authorized to read profiles is not evaluated.',
  fix: {
    text: 'Start the controller manager with --profiling=false.',
    ...inManifest(
      'kube-controller-manager',
      'In the command of the container, set --profiling=false.',
    ),
  },
  source:
    'https://kubernetes.io/docs/reference/command-line-tools-reference/kube-controller-manager/',
  over: 'managers',
  needs: ['profiling'],
  judge: ({ name, profiling }) => {
    if (profiling === false) return pass(`${name} is started with --profiling=false.`)
    return fail(
      profiling === null
        ? `${name} does not set --profiling, which is true by default.`
        : `${name} is started with --profiling=true.`,
    )
  },
})
