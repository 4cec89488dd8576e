import { quantityCheck } from './quantities.ts'

export default quantityCheck({
  id: 'core_memory_requests_set',
  title: 'Containers request the memory they need',
  description:
    'Reads resources.requests.memory of each container in the running pods of a workload, or the request that the pod makes for all of them.',
  risk: 'Pods that request no memory are packed onto nodes that have none left, and are the first to be evicted when it runs short.',
  decision:
    'Passes when every container and init container requests memory above zero, by itself or by its pod, also where the API server took the request from the limit or from a LimitRange: it stands in the running pods, which are judged. Fails when one requests none. Ephemeral containers have no requests.',
  fix: 'Set a memory request in every container, about what it uses in normal operation, or as much as its limit.',
  measure: 'Find how much memory it normally uses, with kubectl top pod --containers for example.',
  of: 'requests',
  resource: 'memory',
  example: '128Mi',
})
