import { quantityCheck } from './quantities.ts'

export default quantityCheck({
  id: 'core_cpu_requests_set',
  title: 'Containers request the CPU time they need',
  description:
    'Reads resources.requests.cpu of each container in the running pods of a workload, or the request that the pod makes for all of them.',
  risk: 'The scheduler takes a container without a request for one that needs nothing: too many end up on one node, and under load this one gets the least time of all.',
  decision:
    'Passes when every container and init container requests CPU above zero, by itself or by its pod. A limit counts too, as the API server copies it to the request that is missing, and so does the default of a LimitRange: both stand in the running pods, which are judged. Fails when one has no request. Ephemeral containers cannot have one.',
  fix: 'Set a CPU request in every container, about what it uses in normal operation.',
  measure: 'Find how much it normally uses, with kubectl top pod --containers for example.',
  of: 'requests',
  resource: 'cpu',
  example: '100m',
})
