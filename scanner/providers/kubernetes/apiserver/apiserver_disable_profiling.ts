import { fail, pass } from '../../../kit/index.ts'
import { inManifest } from '../control-plane.ts'
import { check } from './resources.ts'

export default check({
  id: 'apiserver_disable_profiling',
  title: 'API server has profiling disabled',
  description:
    'Reads --profiling of the API server, which enables the profiling endpoints below /debug/pprof/.',
  risk: 'Profiles reveal details about the memory and load of the API server, and collecting them slows down requests.',
  decision:
    'Passes if --profiling is false. Fails if it is true or not set, because the default is true. The roles that allow these paths are not evaluated.',
  fix: {
    text: 'Start the API server with --profiling=false, and enable profiling only while you debug a problem.',
    ...inManifest('kube-apiserver', 'In the command of the container, set --profiling=false.'),
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
