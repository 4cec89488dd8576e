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
  title: 'Containers cannot gain privileges',
  description:
    'Reads allowPrivilegeEscalation of each container: whether a process in it may get more privileges than the one that started it, by a setuid program for example.',
  risk: 'An attacker who runs code as an ordinary user in the container becomes root there by one setuid program with a flaw, and is a step closer to the node.',
  decision:
    'Passes when allowPrivilegeEscalation is false in every container, init and ephemeral container. Fails when it is true or not set, because true is the default, and for a container that is privileged or has the capability SYS_ADMIN, for which it is always true. Windows pods have no such setting, and get no verdict.',
  fix: manifestFix({
    text: 'Set allowPrivilegeEscalation to false in every container.',
    steps: [
      'In the securityContext of each container, init containers included, set allowPrivilegeEscalation: false.',
      'Remove privileged: true and the capability SYS_ADMIN there, with which it has no effect.',
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
      fails: 'that may gain privileges',
      passes: 'has allowPrivilegeEscalation: false',
    }),
})
