import { hostNamespaceCheck } from './host-namespaces.ts'

export default hostNamespaceCheck({
  id: 'core_minimize_hostIPC_containers',
  title: 'Pods do not share the IPC namespace of their node',
  description:
    'Reads hostIPC in the specs of a workload’s pods, which makes them use the IPC namespace of their node.',
  risk: 'The containers can read and change shared memory, semaphores and message queues of the node’s processes and of every other pod with hostIPC.',
  decision:
    'Fails if hostIPC is true in a pod of the workload. Passes if it is false or not set in all of them, because the default is false. Pods in kube-system are evaluated like all others.',
  fix: 'Remove hostIPC from the pod template.',
  instead:
    'If two containers exchange data in shared memory, put them into one pod with an emptyDir volume of medium Memory.',
  of: 'host_ipc',
  member: 'hostIPC',
  what: 'the IPC namespace of its node',
})
