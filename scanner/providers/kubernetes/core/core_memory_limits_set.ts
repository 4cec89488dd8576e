import { quantityCheck } from './quantities.ts'

export default quantityCheck({
  id: 'core_memory_limits_set',
  title: 'Containers have a memory limit',
  description:
    'Reads resources.limits.memory of each container in the running pods of a workload, or the limit that the pod has for all of them together.',
  risk: 'One leak of memory, or one request made to cause it, eats the memory of the node until the kernel or the kubelet ends other pods there.',
  decision:
    'Passes when every container and init container has a memory limit above zero, of its own or by its pod. Fails when one has none. What a LimitRange adds by default is part of the running pods, which are judged, and counts. Ephemeral containers cannot have limits and are left out.',
  fix: 'Set a memory limit in every container, above the most it needs, since it is ended when it wants more.',
  measure:
    'Find the most memory that it uses over some days, in your metrics or with kubectl top pod --containers.',
  of: 'limits',
  resource: 'memory',
  example: '256Mi',
})
