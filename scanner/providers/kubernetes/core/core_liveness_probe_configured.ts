import { probeCheck } from './probes.ts'

export default probeCheck({
  id: 'core_liveness_probe_configured',
  title: 'Containers have a liveness probe',
  description:
    'Reads whether each long-running container of a workload has a livenessProbe, which the kubelet uses to detect that it hangs.',
  risk: 'A container that hangs but does not exit is never restarted, and stays unavailable until an operator notices.',
  decision:
    'Passes if every container, and every sidecar among the init containers, has a livenessProbe. Fails if one has none. Other init containers and ephemeral containers cannot have probes. Pods that run to completion, such as those of Jobs, give no finding. Whether the probe tests the right condition is not evaluated.',
  fix: 'Add a liveness probe to every container that fails only if a restart would help.',
  answer: 'Add an endpoint to the container that does not depend on other services.',
  of: 'liveness_probe',
  path: '/livez',
})
