import { probeCheck } from './probes.ts'

export default probeCheck({
  id: 'core_readiness_probe_configured',
  title: 'Containers have a readiness probe',
  description:
    'Reads whether each container of a workload that is to go on running has a readinessProbe, by which Services know when it can take requests.',
  risk: 'Requests go to containers that are still starting or cannot answer, and a rollout replaces good pods by ones that do not work.',
  decision:
    'Passes when every container, and every sidecar among the init containers, has a readinessProbe. Fails when one has none, also where no Service leads to it, because a rollout waits for it too. Pods that are to run to their end, as those of Jobs, get no verdict; init containers that end and ephemeral ones have no probes.',
  fix: 'Give every container a readiness probe that succeeds once it can do its work.',
  answer: 'Let the container answer a request with success only while it can serve others.',
  of: 'readiness_probe',
  path: '/readyz',
})
