import { quantityCheck } from './quantities.ts'

export default quantityCheck({
  id: 'core_cpu_requests_set',
  title: 'Containers have a CPU request',
  description:
    'Reads resources.requests.cpu of each container in the running pods of a workload, or the request of the whole pod.',
  risk: 'The scheduler treats a container without a request as if it needs no CPU. Nodes are overcommitted, and under load this container gets the least CPU time.',
  decision:
    'Passes if every container and init container requests CPU above zero, itself or through its pod. A limit also counts, because the API server copies it to a missing request, and so does a LimitRange default. Both are part of the running pods, which are evaluated. Fails if a container has no request. Ephemeral containers cannot have one.',
  fix: 'Set a CPU request in every container, close to its normal usage.',
  measure:
    'Find the normal CPU usage of each container, for example with kubectl top pod --containers.',
  of: 'requests',
  resource: 'cpu',
  example: '100m',
})
