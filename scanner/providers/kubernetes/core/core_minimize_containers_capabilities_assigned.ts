import { judgeContainers, onLinux } from './containers.ts'
import { listing } from '../listing.ts'
import { inContainer, manifestFix } from './fixes.ts'
import { check, type Container } from './resources.ts'

/** The remaining capabilities of a container; '' if it has none, or only the one for ports below 1024. */
function left(container: Container): string {
  const { privileged, added_capabilities: added, dropped_capabilities: dropped } = container
  if (privileged) return 'privileged'
  if (!dropped.includes('ALL'))
    return dropped.length === 0 ? 'drops no capabilities' : `drops only ${listing(dropped)}`
  const remaining = added.filter((name) => name !== 'NET_BIND_SERVICE')
  return remaining.length === 0 ? '' : `adds ${listing(remaining)}`
}

export default check({
  id: 'core_minimize_containers_capabilities_assigned',
  title: 'Containers drop all capabilities',
  description:
    'Reads capabilities.drop and capabilities.add of each container, which control the Linux capabilities that it keeps.',
  risk: 'Container runtimes assign about a dozen capabilities that few programs use, such as changing file owners or user IDs. Each of them helps an attacker in the container.',
  decision:
    'Passes if every container, init container and ephemeral container drops ALL and adds none or only NET_BIND_SERVICE, as the Restricted level of the Pod Security Standards requires. Fails if one does not drop ALL, adds another capability or is privileged, because a privileged container has all capabilities regardless of what it drops. Windows pods have no capabilities and give no finding.',
  fix: manifestFix({
    text: 'Drop all capabilities in every container, and add back only those that its program requires.',
    steps: [
      'In the securityContext of each container, including init containers, set capabilities.drop to a list with ALL.',
      'If a program listens on a port below 1024, add NET_BIND_SERVICE, or use a higher port.',
    ],
    patch: inContainer({ securityContext: { capabilities: { drop: ['ALL'] } } }),
    terraform: {
      container: 'security_context {\n  capabilities {\n    drop = ["ALL"]\n  }\n}',
    },
  }),
  source: 'https://kubernetes.io/docs/concepts/security/pod-security-standards/',
  links: ['https://kubernetes.io/docs/tasks/configure-pod-container/security-context/'],
  over: 'workloads',
  needs: ['specs'],
  judge: (workload) =>
    judgeContainers(workload, {
      asks: onLinux,
      holds: (it) => left(it) === '',
      seen: (it) => left(it) || null,
      fails: 'with capabilities assigned',
      passes: 'drops all capabilities',
    }),
})
