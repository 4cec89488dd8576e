import { hostNamespaceCheck } from './host-namespaces.ts'

export default hostNamespaceCheck({
  id: 'core_minimize_hostNetwork_containers',
  title: 'Pods have a network of their own',
  description:
    'Reads hostNetwork in the specs of a workload’s pods, which makes them use the network interfaces of their node.',
  risk: 'Network policies may not hold such a pod. It reaches services that listen on the node’s loopback address and the metadata service of the cloud with the node’s identity, and may listen in on the node’s traffic.',
  decision:
    'Fails when hostNetwork is true in a pod of the workload. Passes when it is false or not set in all of them. Network plugins, kube-proxy and the components of a control plane need it; they fail all the same, and can be muted.',
  fix: 'Take hostNetwork out of the pod template, and let others reach the pods through a Service.',
  instead: 'Give the workload a Service, of type LoadBalancer or NodePort for external clients.',
  of: 'host_network',
  member: 'hostNetwork',
  what: 'the network of its node',
})
