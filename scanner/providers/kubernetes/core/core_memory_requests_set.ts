import { quantityCheck } from './quantities.ts'

export default quantityCheck({
  id: 'core_memory_requests_set',
  title: 'Containers have a memory request',
  description:
    'Reads resources.requests.memory of each container in the running pods of a workload, or the request of the whole pod.',
  risk: 'Pods without a memory request are scheduled onto nodes that have no free memory, and are evicted first when memory is low.',
  decision:
    'Passes if every container and init container requests memory above zero, itself or through its pod. A request that the API server takes from the limit or a LimitRange counts, because it is part of the running pods, which are evaluated. Fails if one has no request. Ephemeral containers have no requests.',
  fix: 'Set a memory request in every container, close to its normal usage or equal to its limit.',
  measure:
    'Find the normal memory usage of each container, for example with kubectl top pod --containers.',
  of: 'requests',
  resource: 'memory',
  example: '128Mi',
})
