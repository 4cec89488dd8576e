import { judgeContainers, onLinux } from './containers.ts'
import { listing } from '../listing.ts'
import { inContainer, manifestFix } from './fixes.ts'
import { check, type Container } from './resources.ts'

/** What is left to a container; '' : nothing, or the one that programs need for ports below 1024. */
function left(container: Container): string {
  const { privileged, added_capabilities: added, dropped_capabilities: dropped } = container
  if (privileged) return 'privileged'
  if (!dropped.includes('ALL'))
    return dropped.length === 0 ? 'drops none' : `drops ${listing(dropped)} only`
  const remaining = added.filter((name) => name !== 'NET_BIND_SERVICE')
  return remaining.length === 0 ? '' : `adds ${listing(remaining)}`
}

export default check({
  id: 'core_minimize_containers_capabilities_assigned',
  title: 'Containers run without capabilities',
  description:
    'Reads capabilities.drop and capabilities.add of each container: whether it gives up the rights of root that runtimes assign to every container.',
  risk: 'Runtimes give containers about a dozen capabilities that few programs use, such as changing owners of files or becoming another user; each helps an attacker who has got into one.',
  decision:
    'Passes when every container, init and ephemeral container drops ALL and adds none, or NET_BIND_SERVICE alone, as the Restricted level of the Pod Security Standards wants it. Fails when one does not drop ALL, adds another capability, or is privileged, because a privileged container has all of them whatever it drops. Windows pods have no capabilities, and get no verdict.',
  fix: manifestFix({
    text: 'Drop all capabilities in every container, and add those back that its program cannot do without.',
    steps: [
      'In the securityContext of each container, init containers included, set capabilities.drop to a list with ALL.',
      'For a program that listens on a port below 1024 add NET_BIND_SERVICE, or let it listen on a higher one.',
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
