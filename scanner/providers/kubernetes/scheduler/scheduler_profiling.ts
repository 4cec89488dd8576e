import { fail, manual, pass } from '../../../kit/index.ts'
import { inManifest } from '../control-plane.ts'
import { check } from './resources.ts'

export default check({
  id: 'scheduler_profiling',
  title: 'Scheduler serves no profiles',
  description:
    'Reads --profiling of the scheduler, and whether a configuration file decides instead of it.',
  risk: 'Profiles show what the scheduler does inside and cost it processor time while they are made: a help to an attacker who looks for a way in or wants to slow it down.',
  decision:
    'Passes when --profiling is false. Fails when it is true or not given, as profiles are served by default. With --config the flag is ignored in favour of enableProfiling in a file that the API does not show, so the answer is left to people.',
  fix: {
    text: 'Start the scheduler with --profiling=false, or set enableProfiling to false in the file that --config names.',
    ...inManifest(
      'kube-scheduler',
      'In the command of the container set --profiling=false.',
      'If the command has --config, set enableProfiling: false in the KubeSchedulerConfiguration of that file instead.',
    ),
  },
  source: 'https://kubernetes.io/docs/reference/command-line-tools-reference/kube-scheduler/',
  links: ['https://kubernetes.io/docs/reference/config-api/kube-scheduler-config.v1/'],
  over: 'schedulers',
  needs: ['config', 'profiling'],
  judge: ({ name, config, profiling }) => {
    if (config !== null)
      return manual(`${name} takes enableProfiling from ${config}, which the API does not show.`)
    if (profiling === false) return pass(`${name} is started with --profiling=false.`)
    return fail(
      profiling === null
        ? `${name} does not set --profiling, which is true by default.`
        : `${name} is started with --profiling=true.`,
    )
  },
})
