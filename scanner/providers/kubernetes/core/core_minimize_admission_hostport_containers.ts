import { manual } from '../../../kit/index.ts'
import { judgeContainers, label } from './containers.ts'
import { listing } from '../listing.ts'
import { inContainer, manifestFix } from './fixes.ts'
import { check } from './resources.ts'

export default check({
  id: 'core_minimize_admission_hostport_containers',
  title: 'Containers do not listen on ports of their node',
  description:
    'Reads hostPort of each container’s ports: a port of the node’s addresses that leads straight into the container.',
  risk: 'Whoever reaches the node reaches the container, past Services and the rules in front of them; and two pods that want the same port cannot share a node.',
  decision:
    'Fails when a container or init container has a host port. A pod with hostNetwork has all its ports as host ports, because the API server sets them; where it names none, people have to see what it listens on. Passes when no container has a host port and no pod has hostNetwork. Firewalls in front of the nodes are not looked at.',
  fix: manifestFix({
    text: 'Remove host ports, and publish the workload by a Service.',
    steps: [
      'Give the workload a Service, of type LoadBalancer or NodePort for external clients.',
      'In the ports of each container remove hostPort and hostIP; with hostNetwork: true, remove that first.',
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
      passes: 'does without host ports',
    })
    const isUnseen =
      [verdict].flat().every(({ status }) => status === 'PASS') &&
      workload.specs.some(({ host_network: isOfNode }) => isOfNode)
    return isUnseen
      ? manual(
          `${label(workload)} has hostNetwork and names no ports; see whether it listens on its node.`,
        )
      : verdict
  },
})
