import { probeCheck } from './probes.ts'

export default probeCheck({
  id: 'core_readiness_probe_configured',
  title: 'Containers have a readiness probe',
  description:
    'Reads whether each long-running container of a workload has a readinessProbe, which Services use to decide whether it can receive requests.',
  risk: 'Requests are sent to containers that are still starting or cannot respond, and a rollout replaces healthy pods with broken ones.',
  decision:
    'Passes if every container, and every sidecar among the init containers, has a readinessProbe. Fails if one has none, even if no Service selects it, because a rollout also waits for it. Pods that run to completion, such as those of Jobs, give no finding. Init containers that end and ephemeral containers have no probes.',
  fix: 'Add a readiness probe to every container that succeeds when the container can serve requests.',
  answer:
    'Add an endpoint to the container that succeeds only while the container can serve requests.',
  of: 'readiness_probe',
  path: '/readyz',
})
