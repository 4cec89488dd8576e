import { fail, pass } from '../../../kit/index.ts'
import { inManifest } from '../control-plane.ts'
import { check } from './resources.ts'

export default check({
  id: 'controllermanager_disable_profiling',
  title: 'Controller manager serves no profiles',
  description:
    'Reads --profiling of the controller manager, which turns the pages below /debug/pprof/ on or off.',
  risk: 'Profiles tell what runs in the controller manager and how its memory is used, and taking them slows down the controllers that keep the cluster in shape.',
  decision:
    'Passes when --profiling is false. Fails when it is true, and when it is not given, because it is true by default. Who is authorized to ask for profiles is not looked at.',
  fix: {
    text: 'Start the controller manager with --profiling=false.',
    ...inManifest(
      'kube-controller-manager',
      'In the command of the container set --profiling=false.',
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
