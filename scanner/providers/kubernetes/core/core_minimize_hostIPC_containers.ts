import { hostNamespaceCheck } from './host-namespaces.ts'

export default hostNamespaceCheck({
  id: 'core_minimize_hostIPC_containers',
  title: 'Pods do not share the node’s interprocess communication',
  description:
    'Reads hostIPC in the specs of a workload’s pods, which puts them into the IPC namespace of their node.',
  risk: 'Shared memory, semaphores and message queues of the node’s processes, and of every other pod with hostIPC, lie open to the containers: they can read what is exchanged there, and change it.',
  decision:
    'Fails when hostIPC is true in a pod of the workload. Passes when it is false or not set in all of them, because the default is false. Pods of kube-system are judged as all others.',
  fix: 'Take hostIPC out of the pod template.',
  instead:
    'Where two containers exchange data in shared memory, put them into one pod with an emptyDir volume of medium Memory.',
  of: 'host_ipc',
  member: 'hostIPC',
  what: 'the interprocess communication of its node',
})
