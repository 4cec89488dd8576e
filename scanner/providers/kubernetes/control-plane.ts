// The components of a control plane that runs as pods in the cluster, with their flags.
import {
  CallProblem,
  type Description,
  each,
  type Fix,
  type Resource,
  type Stream,
  serviceAbsent,
} from '../../kit/index.ts'
import type { Kubernetes, Metadata } from './client.ts'
import {
  type Container,
  type Flags,
  type FlagValues,
  programAt,
  readFlags,
} from './command-lines.ts'

const programs = ['kube-apiserver', 'kube-controller-manager', 'kube-scheduler', 'etcd'] as const
type Program = (typeof programs)[number]

interface Pod {
  readonly metadata?: Metadata
  readonly spec?: { readonly containers?: readonly Container[]; readonly nodeName?: string }
}

/** A pod that runs a component, and the component's flags. */
export type Component<F extends Flags> = Resource & FlagValues<F>

const namespace = 'kube-system'

/** The static pods that run a program of the control plane. See `readFlags` for `prefix`. */
export const components = <F extends Flags>(
  kubernetes: Kubernetes,
  program: Program,
  flags: F,
  prefix: string | null = null,
): Stream<Component<F>> =>
  each<Pod, Component<F>>(podsOf(kubernetes, program), ({ metadata, spec }) => {
    const name = metadata?.name
    if (!name) throw kubernetes.broken('list pods', 'metadata.name')
    const description = {
      uid: `${kubernetes.cluster}/pod/${namespace}/${name}`,
      name,
      region: '',
      ...readFlags(containerOf(spec?.containers, program), program, flags, prefix),
    }
    return description as unknown as Description<Component<F>> // has the fields of `flags`
  })

/**
 * EKS Anywhere has the versions of EKS, but its control plane runs in pods, possibly with etcd: if pods of the control
 * plane are visible, the provider derived from the version is ignored.
 */
async function* podsOf(kubernetes: Kubernetes, program: Program): AsyncGenerator<Pod> {
  let isSeen = false
  let { managedBy } = kubernetes
  for await (const pod of kubernetes.items<Pod>('list pods')) {
    if (programs.some((it) => isOf(pod, it))) managedBy = null
    if (!isOf(pod, program)) continue
    isSeen = true
    yield pod
  }
  if (!isSeen) throw notSeen(managedBy, program)
}

function notSeen(managedBy: string | null, program: Program): CallProblem {
  if (managedBy !== null) {
    const detail = `${managedBy} runs the control plane, which has no pods in the cluster.`
    return new CallProblem(serviceAbsent, 'error', null, detail)
  }
  // It must be running, since the cluster responds.
  const detail = `No static pod in ${namespace} runs ${program}. It may be a service on a node, as with k3s, or run outside the cluster.`
  return new CallProblem('control_plane_not_visible', 'error', null, detail)
}

const listed = (containers: unknown): readonly Container[] =>
  Array.isArray(containers) ? containers.filter((it) => typeof it === 'object' && it !== null) : []

function isOf(pod: Pod, program: Program): boolean {
  const { metadata, spec } = pod
  if (metadata?.namespace !== namespace || !isStatic(pod)) return false
  const { component, tier } = metadata.labels ?? {}
  if (component === program && tier === 'control-plane') return true
  return listed(spec?.containers).some((it) => programAt(it, program) !== -1)
}

/**
 * A static pod: a kubelet creates it from a file on its node and mirrors it in the API. Other pods that run such a
 * program, for example a second scheduler or the etcd of a network plugin, are not the control plane. A user who can
 * create pods can imitate one briefly: the node's kubelet deletes mirror pods without a file.
 */
function isStatic({ metadata, spec }: Pod): boolean {
  const owners: unknown = metadata?.ownerReferences
  return (
    typeof metadata?.annotations?.['kubernetes.io/config.mirror'] === 'string' &&
    typeof spec?.nodeName === 'string' &&
    Array.isArray(owners) &&
    (owners as NonNullable<Metadata['ownerReferences']>).some(
      (owner) => owner?.kind === 'Node' && owner.name === spec.nodeName,
    )
  )
}

/** Returns the container that starts the program; if none does visibly, the one with its name, or the first. */
function containerOf(containers: unknown, program: Program): Container {
  const all = listed(containers)
  return (
    all.find((it) => programAt(it, program) !== -1) ??
    all.find(({ name }) => name === program) ??
    all[0] ??
    {}
  )
}

/** The permissions of each flag's field: none, because the list of pods contains all of them. */
export const withPods = <F extends Flags>(flags: F): Readonly<Record<keyof F & string, []>> =>
  Object.fromEntries(Object.keys(flags).map((name) => [name, []])) as unknown as Readonly<
    Record<keyof F & string, []>
  >

/**
 * The fix for a flag. Pods of the control plane are created from files on their node, and the API cannot change them:
 * the steps describe the change of that file.
 */
export const inManifest = (
  program: Program,
  ...steps: readonly string[]
): Pick<Fix, 'console' | 'cli' | 'terraform'> => ({
  console: [
    `On each control-plane node, one at a time, open /etc/kubernetes/manifests/${program}.yaml, and keep a copy of it in another directory.`,
    ...steps,
    `Save the file. The kubelet restarts ${program} with it. Wait until the pod is ready before you change the next node.`,
    `If kubeadm created the cluster, make the same change to ClusterConfiguration in the ConfigMap kubeadm-config of ${namespace}, because an upgrade regenerates the files from it. If RKE2, Talos, kOps or another tool created the cluster, change the configuration of the tool instead. The tool regenerates the file, which may be in another directory.`,
  ],
  cli: null,
  terraform: null,
})

/** True if only programs on the same node can connect to this address. */
export const isLoopback = (address: string): boolean =>
  /^127(?:\.\d{1,3}){3}$|^\[?::1\]?$|^localhost$/.test(address)
