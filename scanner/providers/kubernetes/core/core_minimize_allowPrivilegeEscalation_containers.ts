import type { Container } from './resources.ts'
import { judgeContainers, onLinux } from './containers.ts'
import { inContainer, manifestFix } from './fixes.ts'
import { check } from './resources.ts'

function seen(container: Container): string {
  const { allow_privilege_escalation: allowed, privileged, added_capabilities: added } = container
  if (privileged) return 'privileged'
  const admin = added.find((name) => name === 'SYS_ADMIN' || name === 'ALL')
  if (admin !== undefined) return admin
  return allowed === null ? 'not set' : String(allowed)
}

export default check({
  id: 'core_minimize_allowPrivilegeEscalation_containers',
  title: 'Containers do not allow privilege escalation',
  description:
    'Reads allowPrivilegeEscalation of each container, which controls whether a process can get more privileges than its parent, for example through a setuid program.',
  risk: 'An attacker with an unprivileged process in the container can become root through a vulnerable setuid program, and is closer to control of the node.',
  decision:
    'Passes if allowPrivilegeEscalation is false in every container, init container and ephemeral container. Fails if it is true or not set, because the default is true. Fails for a container that is privileged or has the capability SYS_ADMIN, for which it is always true. Windows pods do not have the setting and give no finding.',
  fix: manifestFix({
    text: 'Set allowPrivilegeEscalation to false in every container.',
    steps: [
      'In the securityContext of each container, including init containers, set allowPrivilegeEscalation: false.',
      'Remove privileged: true and the capability SYS_ADMIN, because the setting has no effect with them.',
    ],
    patch: inContainer({ securityContext: { allowPrivilegeEscalation: false } }),
    terraform: { container: 'security_context {\n  allow_privilege_escalation = false\n}' },
  }),
  source: 'https://kubernetes.io/docs/tasks/configure-pod-container/security-context/',
  links: ['https://kubernetes.io/docs/concepts/security/pod-security-standards/'],
  over: 'workloads',
  needs: ['specs'],
  judge: (workload) =>
    judgeContainers(workload, {
      asks: onLinux,
      holds: (it) => seen(it) === 'false',
      seen: (it) => (seen(it) === 'false' ? null : seen(it)),
      fails: 'with privilege escalation allowed',
      passes: 'has allowPrivilegeEscalation: false',
    }),
})
