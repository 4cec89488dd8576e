import { judgeContainers, onLinux } from './containers.ts'
import { manifestFix } from './fixes.ts'
import { check, type Container } from './resources.ts'

const seen = ({ privileged, seccomp_profile: profile }: Container): string =>
  privileged ? 'privileged' : (profile ?? 'none is set')

export default check({
  id: 'core_seccomp_profile_docker_default',
  title: 'Containers run under a seccomp profile',
  description:
    'Reads seccompProfile of each container, or of its pod where the container has none: which system calls it may make.',
  risk: 'Without a profile a container may make every system call, also the rarely used ones in which flaws of the kernel are found, and by which containers are escaped from.',
  decision:
    'Passes when the profile of every container, init and ephemeral container is RuntimeDefault or Localhost; what a container sets beats what its pod sets. Fails for Unconfined, when none is set, and for a privileged container, which runs unconfined whatever it sets. A kubelet with seccompDefault gives RuntimeDefault to pods that set none; that is not seen in a pod, and does not count. What a Localhost profile allows is not read. Windows pods have no seccomp, and get no verdict.',
  fix: manifestFix({
    text: 'Set the seccomp profile RuntimeDefault for the whole pod.',
    steps: [
      'In the securityContext of the pod set seccompProfile with the type RuntimeDefault.',
      'Remove seccompProfile with the type Unconfined, and privileged: true, from the containers.',
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
