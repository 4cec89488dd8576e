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
    'Reads runAsUser and runAsNonRoot of each container, or of its pod if the container does not set them.',
  risk: 'Root in a container has root access to any file and device of the node that it can reach. A vulnerability in the runtime or kernel gives it full control of the node.',
  decision:
    'Passes if every container, init container and ephemeral container has a runAsUser other than 0, or runAsNonRoot: true, with which the kubelet does not start it as root. Fails if runAsUser is 0, or if neither is set, because the image then decides, and most images use root. The setting of a container overrides that of its pod. User namespaces are not evaluated. Windows pods have no root user and give no finding.',
  fix: manifestFix({
    text: 'Set runAsNonRoot to true, and set runAsUser if the image does not name a numeric user.',
    steps: [
      'Set a numeric user in the image, such as USER 10001 in its Dockerfile, and make it the owner of the files it writes.',
      'In the securityContext of the pod, set runAsNonRoot: true and, if you cannot change the image, runAsUser.',
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
      fails: 'that can run as root',
      passes: 'runs as a non-root user',
    }),
})
