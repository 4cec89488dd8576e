import { judgeContainers, onLinux } from './containers.ts'
import { manifestFix } from './fixes.ts'
import { check, type Container } from './resources.ts'

const seen = ({ privileged, seccomp_profile: profile }: Container): string =>
  privileged ? 'privileged' : (profile ?? 'none is set')

export default check({
  id: 'core_seccomp_profile_docker_default',
  title: 'Containers have a seccomp profile',
  description:
    'Reads seccompProfile of each container, or of its pod if the container does not set one. The profile limits the system calls of the container.',
  risk: 'Without a profile, a container can make every system call, including rarely used ones with kernel vulnerabilities that allow container escapes.',
  decision:
    'Passes if the profile of every container, init container and ephemeral container is RuntimeDefault or Localhost. The setting of a container overrides that of its pod. Fails for Unconfined, if none is set, and for a privileged container, which always runs unconfined. A kubelet with seccompDefault applies RuntimeDefault to pods without a profile. The pod does not show this, so it does not count. The content of Localhost profiles is not read. Windows pods have no seccomp and give no finding.',
  fix: manifestFix({
    text: 'Set the seccomp profile RuntimeDefault for the whole pod.',
    steps: [
      'In the securityContext of the pod, set seccompProfile to the type RuntimeDefault.',
      'Remove seccompProfile of type Unconfined, and privileged: true, from the containers.',
    ],
    patch: { securityContext: { seccompProfile: { type: 'RuntimeDefault' } } },
    terraform: {
      pod: 'security_context {\n  seccomp_profile {\n    type = "RuntimeDefault"\n  }\n}',
    },
  }),
  source: 'https://kubernetes.io/docs/reference/node/seccomp/',
  links: [
    'https://kubernetes.io/docs/tutorials/security/seccomp/',
    'https://kubernetes.io/docs/concepts/security/pod-security-standards/',
  ],
  over: 'workloads',
  needs: ['specs'],
  judge: (workload) =>
    judgeContainers(workload, {
      asks: onLinux,
      holds: (it) => ['RuntimeDefault', 'Localhost'].includes(seen(it)),
      seen,
      fails: 'without a seccomp profile',
      passes: 'has a seccomp profile',
    }),
})
