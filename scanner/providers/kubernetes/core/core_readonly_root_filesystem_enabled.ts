import { judgeContainers, onLinux } from './containers.ts'
import { inContainer, manifestFix } from './fixes.ts'
import { check } from './resources.ts'

export default check({
  id: 'core_readonly_root_filesystem_enabled',
  title: 'Containers cannot change their root file system',
  description:
    'Reads readOnlyRootFilesystem in the securityContext of each container of a workload’s pods.',
  risk: 'An attacker in a writable container replaces the program, adds tools of his own and leaves them for the next request to run.',
  decision:
    'Passes when readOnlyRootFilesystem is true in every container, init and ephemeral container. Fails when it is false or not set in one, as the default is false. Volumes that the container may write to are not looked at. Windows pods have no such setting, and get no verdict.',
  fix: manifestFix({
    text: 'Set readOnlyRootFilesystem to true, with volumes for what the program writes.',
    steps: [
      'Mount an emptyDir volume at each folder that the program writes to, such as /tmp.',
      'In the securityContext of each container, init containers included, set readOnlyRootFilesystem: true.',
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
