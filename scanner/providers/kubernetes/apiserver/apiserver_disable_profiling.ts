import { fail, pass } from '../../../kit/index.ts'
import { inManifest } from '../control-plane.ts'
import { check } from './resources.ts'

export default check({
  id: 'apiserver_disable_profiling',
  title: 'API server serves no profiles',
  description:
    'Reads --profiling of the API server, which turns the pages below /debug/pprof/ on or off.',
  risk: 'Profiles of the API server tell of its memory and its load, and taking many of them slows every request of the cluster.',
  decision:
    'Passes when --profiling is false. Fails when it is true and when it is not given, as it is on by default. Which roles allow the paths is not looked at.',
  fix: {
    text: 'Start the API server with --profiling=false, and turn it on only while a problem is examined.',
    ...inManifest('kube-apiserver', 'In the command of the container set --profiling=false.'),
  },
  source: 'https://kubernetes.io/docs/reference/command-line-tools-reference/kube-apiserver/',
  over: 'servers',
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
