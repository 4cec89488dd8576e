import { hostNamespaceCheck } from './host-namespaces.ts'

export default hostNamespaceCheck({
  id: 'core_minimize_hostPID_containers',
  title: 'Pods do not share the process namespace of their node',
  description:
    'Reads hostPID in the specs of a workload’s pods, which makes them use the process namespace of their node.',
  risk: 'The containers can see every process of the node and its command line. With root or additional capabilities, they can read its environment, end it or enter it.',
  decision:
    'Fails if hostPID is true in a pod of the workload. Passes if it is false or not set in all of them, because the default is false. Agents that monitor nodes often need it. They also fail and can be muted.',
  fix: 'Remove hostPID from the pod template.',
  instead:
    'If containers of one pod must see each other’s processes, set shareProcessNamespace: true.',
  of: 'host_pid',
  member: 'hostPID',
  what: 'the processes of its node',
})
