import { probeCheck } from './probes.ts'

export default probeCheck({
  id: 'core_liveness_probe_configured',
  title: 'Containers have a liveness probe',
  description:
    'Reads whether each container of a workload that is to go on running has a livenessProbe, by which the kubelet sees that it hangs.',
  risk: 'A container that hangs but does not exit is never restarted: it stays, useless, until somebody notices.',
  decision:
    'Passes when every container, and every sidecar among the init containers, has a livenessProbe. Fails when one has none. Other init containers and ephemeral ones cannot have probes. For pods that are to run to their end, as those of Jobs, there is no verdict. Whether the probe asks for the right sign of life is not looked at.',
  fix: 'Give every container a liveness probe that fails only when a restart would help.',
  answer: 'Let the container answer a request that depends on nothing but itself.',
  of: 'liveness_probe',
  path: '/livez',
})
