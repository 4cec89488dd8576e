import { fail, manual, pass } from '../../../kit/index.ts'
import { inManifest } from '../control-plane.ts'
import { check } from './resources.ts'

export default check({
  id: 'scheduler_profiling',
  title: 'Scheduler has profiling disabled',
  description: 'Reads --profiling of the scheduler, and whether a configuration file overrides it.',
  risk: 'Profiles reveal internal details of the scheduler and use CPU time while they are collected, which helps an attacker analyze or slow it down.',
  decision:
    'Passes if --profiling is false. Fails if it is true or not set, because profiling is enabled by default. MANUAL with --config, because the flag is then ignored in favor of enableProfiling in a file that the API does not show.',
  fix: {
    text: 'Start the scheduler with --profiling=false, or set enableProfiling to false in the file that --config names.',
    ...inManifest(
      'kube-scheduler',
      'In the command of the container, set --profiling=false.',
      'If the command has --config, set enableProfiling: false in the KubeSchedulerConfiguration of that file instead.',
    ),
  },
  source: 'https://kubernetes.io/docs/reference/command-line-tools-reference/kube-scheduler/',
  links: ['https://kubernetes.io/docs/reference/config-api/kube-scheduler-config.v1/'],
  over: 'schedulers',
  needs: ['config', 'profiling'],
  judge: ({ name, config, profiling }) => {
    if (config !== null)
      return manual(`${name} reads enableProfiling from ${config}, which the API does not show.`)
    if (profiling === false) return pass(`${name} is started with --profiling=false.`)
    return fail(
      profiling === null
        ? `${name} does not set --profiling, which is true by default.`
        : `${name} is started with --profiling=true.`,
    )
  },
})
