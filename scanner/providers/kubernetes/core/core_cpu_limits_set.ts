import { quantityCheck } from './quantities.ts'

export default quantityCheck({
  id: 'core_cpu_limits_set',
  title: 'Containers have a CPU limit',
  description:
    'Reads resources.limits.cpu of each container in the running pods of a workload, or the limit of the whole pod.',
  risk: 'A container in a busy loop, because of a bug or a cryptocurrency miner, takes all unreserved CPU of its node and slows down other pods.',
  decision:
    'Passes if every container and init container has a CPU limit above zero, set on the container or its pod. Fails if one has none. Running pods are evaluated, so a default that a LimitRange adds at admission counts. Ephemeral containers cannot have limits and are not evaluated.',
  fix: 'Set a CPU limit in every container, well above its peak usage, because the container is throttled at the limit.',
  measure:
    'Find the peak CPU usage of each container, for example with kubectl top pod --containers.',
  of: 'limits',
  resource: 'cpu',
  example: '500m',
})
