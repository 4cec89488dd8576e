import { quantityCheck } from './quantities.ts'

export default quantityCheck({
  id: 'core_cpu_limits_set',
  title: 'Containers have a CPU limit',
  description:
    'Reads resources.limits.cpu of each container in the running pods of a workload, or the limit that the pod has for all of them together.',
  risk: 'A container in a busy loop, by a bug or by a miner of coins, takes every processor of its node that others have not requested, and slows what runs beside it.',
  decision:
    'Passes when every container and init container has a CPU limit above zero, of its own or by its pod. Fails when one has none. Running pods are judged, so a default of a LimitRange, which admission has written into them, counts. Ephemeral containers cannot have limits and are not asked.',
  fix: 'Set a CPU limit in every container, well above what it needs at its busiest, since it is slowed down at the limit.',
  measure: 'Find how much it uses at its busiest, with kubectl top pod --containers for example.',
  of: 'limits',
  resource: 'cpu',
  example: '500m',
})
