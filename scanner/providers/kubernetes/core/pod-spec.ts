// Converts the spec of a pod, as in the API after admission, to the fields that checks read.
import type { Members } from '../calls.ts'
import { membersIn } from '../members.ts'
import type { Amounts, Container, ContainerRole, PodSpec } from './resources.ts'

const { boolean, integer, malformed, members, objects, text, texts } = membersIn('list pods')

/** The part of a pod's spec that containers inherit. */
interface Inherited {
  readonly context: Members
  readonly resources: Members
}

/** Throws Withheld if a member does not have its API type. */
export function readPodSpec(value: unknown): PodSpec {
  const spec = members(value)
  const inherited = {
    context: members(spec['securityContext']),
    resources: members(spec['resources']),
  }
  const restartPolicy = text(spec['restartPolicy']) ?? 'Always'
  const as = (role: ContainerRole) => (it: Members) => containerOf(it, role, inherited)
  const containers = objects(spec['containers'])
  if (containers.length === 0) return malformed()
  return {
    windows: isWindows(spec),
    runs_to_end: restartPolicy !== 'Always',
    host_ipc: boolean(spec['hostIPC']) ?? false,
    host_network: boolean(spec['hostNetwork']) ?? false,
    host_pid: boolean(spec['hostPID']) ?? false,
    host_paths: objects(spec['volumes']).flatMap(hostPathOf),
    containers: [
      ...containers.map(as('container')),
      ...objects(spec['initContainers']).map((it) => as(initRole(it))(it)),
      ...objects(spec['ephemeralContainers']).map(as('ephemeral')),
    ],
  }
}

const osLabels: readonly string[] = ['kubernetes.io/os', 'beta.kubernetes.io/os']

/** The kubelet rejects a pod whose node selector or required node affinity does not match its node. */
function isWindows(spec: Members): boolean {
  const selector = members(spec['nodeSelector'])
  const os = [members(spec['os'])['name'], ...osLabels.map((label) => selector[label])]
  const [first] = os.map(text).filter((name) => name !== null)
  return first === undefined ? needsWindowsNode(spec) : first === 'windows'
}

function needsWindowsNode({ affinity }: Members): boolean {
  const { nodeAffinity } = members(affinity)
  const { requiredDuringSchedulingIgnoredDuringExecution: required } = members(nodeAffinity)
  const terms = objects(members(required)['nodeSelectorTerms'])
  const isOfWindows = (it: Members) =>
    osLabels.includes(text(it['key']) ?? '') &&
    text(it['operator']) === 'In' &&
    texts(it['values']).every((value) => value === 'windows')
  return (
    terms.length > 0 && terms.every((term) => objects(term['matchExpressions']).some(isOfWindows))
  )
}

function hostPathOf(volume: Members): readonly string[] {
  const { hostPath } = volume
  return hostPath === undefined || hostPath === null
    ? []
    : [text(members(hostPath)['path']) ?? malformed()]
}

const initRole = (container: Members): ContainerRole =>
  text(container['restartPolicy']) === 'Always' ? 'sidecar' : 'init'

function containerOf(
  it: Members,
  role: ContainerRole,
  { context, resources }: Inherited,
): Container {
  const own = members(it['securityContext'])
  const capabilities = members(own['capabilities'])
  const amounts = members(it['resources'])
  return {
    name: text(it['name']) ?? malformed(),
    role,
    image: text(it['image']) ?? '',
    requests: amountsOf(amounts['requests'], resources['requests']),
    limits: amountsOf(amounts['limits'], resources['limits']),
    liveness_probe: isSet(it['livenessProbe']),
    readiness_probe: isSet(it['readinessProbe']),
    host_ports: objects(it['ports']).flatMap(hostPortOf),
    env_secrets: [...new Set(secretsOf(it))],
    privileged: boolean(own['privileged']) ?? false,
    allow_privilege_escalation: boolean(own['allowPrivilegeEscalation']),
    added_capabilities: texts(capabilities['add']).map((name) =>
      name.toUpperCase().replace(/^CAP_/, ''),
    ),
    dropped_capabilities: texts(capabilities['drop']).map((name) => name.toUpperCase()),
    read_only_root: boolean(own['readOnlyRootFilesystem']) ?? false,
    run_as_user: integer(own['runAsUser']) ?? integer(context['runAsUser']),
    run_as_non_root: boolean(own['runAsNonRoot']) ?? boolean(context['runAsNonRoot']) ?? false,
    seccomp_profile: seccompOf(own) ?? seccompOf(context),
    host_process: hostProcessOf(own) ?? hostProcessOf(context) ?? false,
  }
}

const isSet = (value: unknown): boolean => Object.keys(members(value)).length > 0

/** A container's resource amounts take precedence over those of its pod. */
function amountsOf(own: unknown, inherited: unknown): Amounts {
  const [first, second] = [members(own), members(inherited)]
  const amount = (name: string) => quantity(first[name]) ?? quantity(second[name])
  return { cpu: amount('cpu'), memory: amount('memory') }
}

function quantity(value: unknown): string | null {
  const written = typeof value === 'number' ? String(value) : text(value)
  return written === null || Number.parseFloat(written) === 0 ? null : written
}

function hostPortOf(port: Members): readonly number[] {
  const number = integer(port['hostPort']) ?? 0
  return number === 0 ? [] : [number]
}

function* secretsOf(container: Members): Generator<string> {
  for (const { valueFrom } of objects(container['env'])) {
    const source = members(valueFrom)
    if (valueFrom && Object.keys(source).length === 0) malformed() // it has exactly one member
    const { secretKeyRef } = source
    if (secretKeyRef) yield text(members(secretKeyRef)['name']) ?? ''
  }
  for (const { secretRef } of objects(container['envFrom']))
    if (secretRef) yield text(members(secretRef)['name']) ?? ''
}

function seccompOf(context: Members): string | null {
  const { seccompProfile } = context
  return seccompProfile === undefined || seccompProfile === null
    ? null
    : (text(members(seccompProfile)['type']) ?? malformed())
}

const hostProcessOf = (context: Members): boolean | null =>
  boolean(members(context['windowsOptions'])['hostProcess'])
