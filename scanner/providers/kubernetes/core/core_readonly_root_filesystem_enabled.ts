import { judgeContainers, onLinux } from './containers.ts'
import { inContainer, manifestFix } from './fixes.ts'
import { check } from './resources.ts'

export default check({
  id: 'core_readonly_root_filesystem_enabled',
  title: 'Containers have a read-only root file system',
  description:
    'Reads readOnlyRootFilesystem in the securityContext of each container of a workload’s pods.',
  risk: 'An attacker in a container with a writable file system can replace the program or add malicious tools that later requests run.',
  decision:
    'Passes if readOnlyRootFilesystem is true in every container, init container and ephemeral container. Fails if it is false or not set in one of them, because the default is false. Writable volumes of the container are not evaluated. Windows pods do not have the setting and give no finding.',
  fix: manifestFix({
    text: 'Set readOnlyRootFilesystem to true, and mount volumes for files that the program writes.',
    steps: [
      'Mount an emptyDir volume at each directory that the program writes to, such as /tmp.',
      'In the securityContext of each container, including init containers, set readOnlyRootFilesystem: true.',
    ],
    patch: inContainer({ securityContext: { readOnlyRootFilesystem: true } }),
    terraform: { container: 'security_context {\n  read_only_root_filesystem = true\n}' },
  }),
  source: 'https://kubernetes.io/docs/tasks/configure-pod-container/security-context/',
  links: ['https://kubernetes.io/docs/concepts/security/application-security-checklist/'],
  over: 'workloads',
  needs: ['specs'],
  judge: (workload) =>
    judgeContainers(workload, {
      asks: onLinux,
      holds: ({ read_only_root: isReadOnly }) => isReadOnly,
      fails: 'with a writable root file system',
      passes: 'has a read-only root file system',
    }),
})
