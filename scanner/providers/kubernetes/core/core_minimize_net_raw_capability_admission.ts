import { judgeContainers, onLinux } from './containers.ts'
import { inContainer, manifestFix } from './fixes.ts'
import { check, type Container } from './resources.ts'

/** The reason why a container has NET_RAW; '' if it does not. */
function held(container: Container): string {
  const { privileged, added_capabilities: added, dropped_capabilities: dropped } = container
  if (privileged) return 'privileged'
  if (added.includes('NET_RAW')) return 'adds NET_RAW'
  if (dropped.includes('NET_RAW')) return ''
  if (added.includes('ALL')) return 'adds ALL'
  return dropped.includes('ALL') ? '' : 'does not drop NET_RAW'
}

export default check({
  id: 'core_minimize_net_raw_capability_admission',
  title: 'Containers drop the NET_RAW capability',
  description:
    'Reads capabilities.drop and capabilities.add of each container, which control whether it can open raw sockets.',
  risk: 'With raw sockets, a container can forge packets and impersonate other pods or the DNS server on the node’s network.',
  decision:
    'Passes if every container, init container and ephemeral container drops NET_RAW or ALL and does not add it again. Fails if one does not, even though some runtimes such as CRI-O omit it by default. Fails if one adds NET_RAW or ALL, and for a privileged container. Windows pods have no capabilities and give no finding.',
  fix: manifestFix({
    text: 'Drop NET_RAW or, preferably, ALL in every container.',
    steps: [
      'If a program uses ping, set the sysctl net.ipv4.ping_group_range for the pod, which requires no capability.',
      'In the securityContext of each container, set capabilities.drop to a list with NET_RAW or ALL.',
    ],
    patch: inContainer({ securityContext: { capabilities: { drop: ['NET_RAW'] } } }),
    terraform: {
      container: 'security_context {\n  capabilities {\n    drop = ["NET_RAW"]\n  }\n}',
    },
  }),
  source: 'https://kubernetes.io/docs/tasks/configure-pod-container/security-context/',
  links: ['https://kubernetes.io/docs/concepts/security/pod-security-standards/'],
  over: 'workloads',
  needs: ['specs'],
  judge: (workload) =>
    judgeContainers(workload, {
      asks: onLinux,
      holds: (it) => held(it) === '',
      seen: (it) => held(it) || null,
      fails: 'with the NET_RAW capability',
      passes: 'drops the NET_RAW capability',
    }),
})
