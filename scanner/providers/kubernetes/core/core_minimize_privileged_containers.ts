import { judgeContainers } from './containers.ts'
import { inContainer, manifestFix } from './fixes.ts'
import { check } from './resources.ts'

export default check({
  id: 'core_minimize_privileged_containers',
  title: 'Containers are not privileged',
  description: 'Reads privileged in the securityContext of each container of a workload’s pods.',
  risk: 'A privileged container has every capability and every device of its node, and no seccomp or AppArmor profile: root in it is root on the node.',
  decision:
    'Fails when privileged is true for a container, an init container or an ephemeral one. Passes when it is false or not set in all of them, as the default is false. Network and storage plugins often need it; they fail all the same, and can be muted.',
  fix: manifestFix({
    text: 'Remove privileged, and give the container only the capability or the device that it needs.',
    steps: [
      'Find out what the container needs of the node: a capability, a device, a kernel setting.',
      'In its securityContext remove privileged: true, and under capabilities add what it needs, if anything.',
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
      fails: 'with privileged set',
      passes: 'runs without privileged',
    }),
})
