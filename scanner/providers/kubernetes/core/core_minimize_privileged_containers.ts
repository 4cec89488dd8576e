import { judgeContainers } from './containers.ts'
import { inContainer, manifestFix } from './fixes.ts'
import { check } from './resources.ts'

export default check({
  id: 'core_minimize_privileged_containers',
  title: 'Containers are not privileged',
  description: 'Reads privileged in the securityContext of each container of a workload’s pods.',
  risk: 'A privileged container has every capability and every device of its node, and no seccomp or AppArmor profile. Root in the container is root on the node.',
  decision:
    'Fails if privileged is true for a container, an init container or an ephemeral container. Passes if it is false or not set in all of them, because the default is false. Network and storage plugins often need it. They also fail and can be muted.',
  fix: manifestFix({
    text: 'Remove privileged, and give the container only the capability or device that it needs.',
    steps: [
      'Find out what the container needs from the node: a capability, a device or a kernel setting.',
      'In its securityContext, remove privileged: true, and add the required capabilities under capabilities, if any.',
    ],
    patch: inContainer({ securityContext: { privileged: false } }),
    terraform: { container: 'security_context {\n  privileged = false\n}' },
  }),
  source: 'https://kubernetes.io/docs/concepts/security/pod-security-standards/',
  links: ['https://kubernetes.io/docs/concepts/security/linux-kernel-security-constraints/'],
  over: 'workloads',
  needs: ['specs'],
  judge: (workload) =>
    judgeContainers(workload, {
      holds: ({ privileged }) => !privileged,
      fails: 'in privileged mode',
      passes: 'runs without privileged mode',
    }),
})
