import { judgeContainers, onLinux } from './containers.ts'
import { inContainer, manifestFix } from './fixes.ts'
import { check, type Container } from './resources.ts'

const seen = ({ run_as_user: user, run_as_non_root: isNonRoot }: Container): string => {
  if (user !== null) return `runAsUser ${user}`
  return isNonRoot ? 'runAsNonRoot' : 'neither is set'
}

export default check({
  id: 'core_minimize_root_containers_admission',
  title: 'Containers do not run as root',
  description:
    'Reads runAsUser and runAsNonRoot of each container, or of its pod where the container has none.',
  risk: 'Root in a container is root of the node for files and devices that come into its reach: one flaw of the runtime or of the kernel, and it gets out with all rights.',
  decision:
    'Passes when every container, init and ephemeral container has a runAsUser other than 0, or runAsNonRoot: true, with which the kubelet does not start it as root. Fails when runAsUser is 0, and when neither is set, because the image then decides, and most images say root. What a container sets beats what its pod sets. User namespaces are not looked at. Windows pods have no root, and get no verdict.',
  fix: manifestFix({
    text: 'Set runAsNonRoot to true, and a runAsUser where the image names no user by number.',
    steps: [
      'Let the image name a user by number, as with USER 10001 in its Dockerfile, and own the files that it writes.',
      'In the securityContext of the pod set runAsNonRoot: true and, where the image cannot be changed, runAsUser.',
      'Remove runAsUser: 0 and runAsNonRoot: false from the securityContext of its containers.',
    ],
    patch: inContainer({ securityContext: { runAsNonRoot: true, runAsUser: 10001 } }),
    terraform: {
      pod: 'security_context {\n  run_as_non_root = true\n  run_as_user     = 10001\n}',
    },
  }),
  source: 'https://kubernetes.io/docs/tasks/configure-pod-container/security-context/',
  links: ['https://kubernetes.io/docs/concepts/security/pod-security-standards/'],
  over: 'workloads',
  needs: ['specs'],
  judge: (workload) =>
    judgeContainers(workload, {
      asks: onLinux,
      holds: ({ run_as_user: user, run_as_non_root: isNonRoot }) =>
        user === null ? isNonRoot : user !== 0,
      seen,
      fails: 'that may run as root',
      passes: 'runs as another user than root',
    }),
})
