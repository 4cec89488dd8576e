import { quantityCheck } from './quantities.ts'

export default quantityCheck({
  id: 'core_memory_limits_set',
  title: 'Containers have a memory limit',
  description:
    'Reads resources.limits.memory of each container in the running pods of a workload, or the limit of the whole pod.',
  risk: 'A memory leak, or a request that causes one, can use up the memory of the node until the kernel or the kubelet terminates other pods.',
  decision:
    'Passes if every container and init container has a memory limit above zero, set on the container or its pod. Fails if one has none. A LimitRange default is part of the running pods, which are evaluated, and counts. Ephemeral containers cannot have limits and are skipped.',
  fix: 'Set a memory limit in every container, above its peak usage, because the container is terminated if it exceeds the limit.',
  measure:
    'Find the peak memory usage of each container over some days, in your metrics or with kubectl top pod --containers.',
  of: 'limits',
  resource: 'memory',
  example: '256Mi',
})
