import { manual } from '../../../kit/index.ts'
import { judgeContainers, label } from './containers.ts'
import { listing } from '../listing.ts'
import { inContainer, manifestFix } from './fixes.ts'
import { check } from './resources.ts'

export default check({
  id: 'core_minimize_admission_hostport_containers',
  title: 'Containers do not use host ports',
  description:
    'Reads hostPort of each container’s ports. It makes the container reachable on a port of the node’s addresses.',
  risk: 'Anyone who can reach the node can reach the container and bypass Services and the rules in front of them. Two pods with the same host port cannot run on one node.',
  decision:
    'Fails if a container or init container has a host port. In a pod with hostNetwork, the API server makes all listed ports host ports. MANUAL if such a pod lists no ports. Passes if no container has a host port and no pod has hostNetwork. Firewalls in front of the nodes are not evaluated.',
  fix: manifestFix({
    text: 'Remove host ports, and publish the workload through a Service.',
    steps: [
      'Create a Service for the workload, of type LoadBalancer or NodePort for external clients.',
      'In the ports of each container, remove hostPort and hostIP. If the pod has hostNetwork: true, remove that first.',
    ],
    patch: inContainer({ ports: [{ containerPort: '<port>', hostPort: null }] }),
    terraform: { container: 'port {\n  name           = "http"\n  container_port = 8080\n}' },
  }),
  source: 'https://kubernetes.io/docs/concepts/security/pod-security-standards/',
  links: ['https://kubernetes.io/docs/concepts/configuration/overview/'],
  over: 'workloads',
  needs: ['specs'],
  judge(workload) {
    const verdict = judgeContainers(workload, {
      holds: ({ host_ports: ports }) => ports.length === 0,
      seen: ({ host_ports: ports }) => (ports.length === 0 ? null : listing(ports.map(String))),
      fails: 'with host ports',
      passes: 'has no host ports',
    })
    const isUnseen =
      [verdict].flat().every(({ status }) => status === 'PASS') &&
      workload.specs.some(({ host_network: isOfNode }) => isOfNode)
    return isUnseen
      ? manual(
          `${label(workload)} has hostNetwork and lists no ports. Check whether it listens on ports of its node.`,
        )
      : verdict
  },
})
