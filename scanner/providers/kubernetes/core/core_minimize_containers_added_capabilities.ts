import { judgeContainers, onLinux } from './containers.ts'
import { listing } from '../listing.ts'
import { inContainer, manifestFix } from './fixes.ts'
import { check, type Container } from './resources.ts'

/** Those that the Baseline standard lets a container add. */
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
  title: 'Containers add no capabilities beyond the usual ones',
  description:
    'Reads capabilities.add of each container: which rights of root it gets in addition to those that runtimes give to all.',
  risk: 'Capabilities such as SYS_ADMIN, SYS_PTRACE or NET_ADMIN reach beyond the container: several of them are enough to take over the node.',
  decision:
    'Passes when no container, init or ephemeral container adds a capability other than those that the Baseline level of the Pod Security Standards allows: AUDIT_WRITE, CHOWN, DAC_OVERRIDE, FOWNER, FSETID, KILL, MKNOD, NET_BIND_SERVICE, SETFCAP, SETGID, SETPCAP, SETUID and SYS_CHROOT. Fails for any other, ALL among them, and for a privileged container, which has them all. Windows pods have no capabilities, and get no verdict.',
  fix: manifestFix({
    text: 'Remove capabilities that the container does not need, and find other ways to what it needs them for.',
    steps: [
      'Find out which of them the program uses: run it without, in a test cluster, and see what fails.',
      'In the securityContext of each container remove the others from capabilities.add.',
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
      passes: 'does without unusual capabilities',
    }),
})
