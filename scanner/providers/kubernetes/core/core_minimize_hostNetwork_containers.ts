import { hostNamespaceCheck } from './host-namespaces.ts'

export default hostNamespaceCheck({
  id: 'core_minimize_hostNetwork_containers',
  title: 'Pods do not share the network namespace of their node',
  description:
    'Reads hostNetwork in the specs of a workload’s pods, which makes them use the network interfaces of their node.',
  risk: 'Network policies may not apply to such a pod. It can reach services on the node’s loopback address and the cloud metadata service with the node’s identity, and may capture the node’s traffic.',
  decision:
    'Fails if hostNetwork is true in a pod of the workload. Passes if it is false or not set in all of them. Network plugins, kube-proxy and control plane components need it. They also fail and can be muted.',
  fix: 'Remove hostNetwork from the pod template, and make the pods reachable through a Service.',
  instead:
    'Create a Service for the workload. For external clients, use type LoadBalancer or NodePort.',
  of: 'host_network',
  member: 'hostNetwork',
  what: 'the network of its node',
})
