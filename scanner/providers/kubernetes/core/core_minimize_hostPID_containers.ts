import { hostNamespaceCheck } from './host-namespaces.ts'

export default hostNamespaceCheck({
  id: 'core_minimize_hostPID_containers',
  title: 'Pods do not see the processes of their node',
  description:
    'Reads hostPID in the specs of a workload’s pods, which puts them into the process namespace of their node.',
  risk: 'The containers see every process of the node with its command line, and with root or a capability too many can read its environment, end it or enter it: a short way to the whole node.',
  decision:
    'Fails when hostPID is true in a pod of the workload. Passes when it is false in all of them, which it also is when not set. Agents that monitor nodes often need it; they fail all the same, and can be muted.',
  fix: 'Take hostPID out of the pod template.',
  instead:
    'Where containers of one pod have to see each other’s processes, set shareProcessNamespace: true.',
  of: 'host_pid',
  member: 'hostPID',
  what: 'the processes of its node',
})
