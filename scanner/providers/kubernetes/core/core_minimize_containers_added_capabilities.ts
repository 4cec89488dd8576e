import { judgeContainers, onLinux } from './containers.ts'
import { listing } from '../listing.ts'
import { inContainer, manifestFix } from './fixes.ts'
import { check, type Container } from './resources.ts'

/** Capabilities that the Baseline standard allows a container to add. */
const usual: readonly string[] = [
  'AUDIT_WRITE',
  'CHOWN',
  'DAC_OVERRIDE',
  'FOWNER',
  'FSETID',
  'KILL',
  'MKNOD',
  'NET_BIND_SERVICE',
  'SETFCAP',
  'SETGID',
  'SETPCAP',
  'SETUID',
  'SYS_CHROOT',
]

const beyond = ({ added_capabilities: added }: Container): readonly string[] =>
  added.filter((name) => !usual.includes(name))

export default check({
  id: 'core_minimize_containers_added_capabilities',
  title: 'Containers do not add capabilities beyond the Baseline level',
  description:
    'Reads capabilities.add of each container, the Linux capabilities that it gets in addition to the defaults of the container runtime.',
  risk: 'Capabilities such as SYS_ADMIN, SYS_PTRACE or NET_ADMIN have effects outside the container. Several of them are enough to take control of the node.',
  decision:
    'Passes if no container, init container or ephemeral container adds a capability that the Baseline level of the Pod Security Standards does not allow. Baseline allows AUDIT_WRITE, CHOWN, DAC_OVERRIDE, FOWNER, FSETID, KILL, MKNOD, NET_BIND_SERVICE, SETFCAP, SETGID, SETPCAP, SETUID and SYS_CHROOT. Fails for any other capability, including ALL, and for a privileged container, which has all of them. Windows pods have no capabilities and give no finding.',
  fix: manifestFix({
    text: 'Remove capabilities that the container does not need, and find alternatives for the others.',
    steps: [
      'Find out which capabilities the program uses: run it without them in a test cluster, and check what fails.',
      'In the securityContext of each container, remove the other capabilities from capabilities.add.',
    ],
    patch: inContainer({ securityContext: { capabilities: { add: null } } }),
    terraform: {
      container:
        'security_context {\n  capabilities {\n    add  = ["NET_BIND_SERVICE"]\n    drop = ["ALL"]\n  }\n}',
    },
  }),
  source: 'https://kubernetes.io/docs/concepts/security/pod-security-standards/',
  links: ['https://kubernetes.io/docs/tasks/configure-pod-container/security-context/'],
  over: 'workloads',
  needs: ['specs'],
  judge: (workload) =>
    judgeContainers(workload, {
      asks: onLinux,
      holds: (it) => !it.privileged && beyond(it).length === 0,
      seen: (it) =>
        it.privileged ? 'privileged' : beyond(it).length > 0 ? listing(beyond(it)) : null,
      fails: 'with added capabilities',
      passes: 'adds no capabilities beyond the Baseline level',
    }),
})
