// The owners of pods: names of pods from a controller change with every rollout, and findings must not.
import type { Metadata } from '../client.ts'

export interface PodMetadata extends Metadata {
  /** Set by the API server, whatever the request contains. */
  readonly creationTimestamp?: unknown
}

export interface Controller {
  /** The API group; empty for controllers of Kubernetes itself. */
  readonly group: string
  readonly kind: string
  readonly name: string
}

/** Evidence of a pod's origin besides its controller. */
interface Hints {
  readonly labels: Readonly<Record<string, string>>
  /** In minutes since 1970; null: not known. */
  readonly created: number | null
}

type Maker = (name: string, hints: Hints) => Controller | null

/** The kinds that create ReplicaSets, by the label with the end of the ReplicaSet’s name. */
const replicaSetLabels = {
  'pod-template-hash': { group: '', kind: 'Deployment' },
  'rollouts-pod-template-hash': { group: 'argoproj.io', kind: 'Rollout' },
} as const

const fromReplicaSet: Maker = (name, hints) => {
  for (const [label, made] of Object.entries(replicaSetLabels)) {
    const end = `-${hints.labels[label] ?? ''}`
    if (end.length === 1 || name.length <= end.length || !name.endsWith(end)) continue
    const deployment = name.slice(0, -end.length)
    return fromRevision(deployment, hints) ?? { ...made, name: deployment }
  }
  return null
}

/** Knative creates a Deployment for each revision of a Service. */
const fromRevision: Maker = (name, { labels }) => {
  const { 'serving.knative.dev/service': made, 'serving.knative.dev/revision': revision } = labels
  return isName(made) && revision !== undefined && name === `${revision}-deployment`
    ? { group: 'serving.knative.dev', kind: 'Service', name: made }
    : null
}

const fromReplicationController: Maker = (name, { labels: { deploymentconfig = '' } }) =>
  deploymentconfig !== '' &&
  name.startsWith(`${deploymentconfig}-`) &&
  /^\d+$/.test(name.slice(deploymentconfig.length + 1))
    ? { group: 'apps.openshift.io', kind: 'DeploymentConfig', name: deploymentconfig }
    : null

const hour = 60
const year = 366 * 24 * hour

/**
 * The part before the time in the name of a run. Digits that do not match the pod's creation time are part of a name
 * that a user chose: `migrate-20261125`.
 */
function scheduleOf(name: string, { created }: Hints): string | null {
  const [, made = '', digits = ''] = /^(.+)-(\d{8}|\d{10})$/.exec(name) ?? []
  if (made === '' || created === null) return null
  const due = digits.length === 10 ? Number(digits) / 60 : Number(digits)
  return created >= due - hour && created <= due + year ? made : null
}

/** A CronJob names its Jobs by the minute since 1970; before Kubernetes 1.21 by the second. */
const fromJob: Maker = (job, hints) => {
  const name = scheduleOf(job, hints)
  return name === null ? null : { group: '', kind: 'CronJob', name }
}

/** Argo names the Workflows of a CronWorkflow by the second. */
const fromWorkflow: Maker = (workflow, hints) => {
  const name = scheduleOf(workflow, hints)
  return name === null ? null : { group: 'argoproj.io', kind: 'CronWorkflow', name }
}

/** The controllers of Kubernetes that create pods, by group and kind, and their own owners if the name shows them. */
const ownControllers: Readonly<Record<string, Readonly<Record<string, Maker | null>>>> = {
  '': { Pod: null, ReplicationController: fromReplicationController },
  apps: { DaemonSet: null, Deployment: null, ReplicaSet: fromReplicaSet, StatefulSet: null },
  batch: { CronJob: null, Job: fromJob },
}

/** Controllers of other groups that have owners, by group and kind. */
const otherControllers: Readonly<Record<string, Maker>> = {
  'argoproj.io/Workflow': fromWorkflow,
}

const isKind = (value: unknown): value is string =>
  typeof value === 'string' && /^[A-Za-z][A-Za-z0-9]{0,62}$/.test(value)

const isGroup = (value: string): boolean => /^[a-z0-9][a-z0-9.-]{0,252}$/.test(value)

const isName = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= 253 && /^[^/\p{Cc}]+$/u.test(value)

/**
 * Returns the controller of a pod. Null for a pod without one, for a static pod, which belongs to its node, and for an
 * owner with an invalid name: the API server accepts any name from the user who creates the pod.
 */
export function controllerOf(metadata: PodMetadata): Controller | null {
  const owner = ownerOf(metadata)
  if (!owner || !isKind(owner.kind) || !isName(owner.name)) return null
  const { apiVersion = '', kind, name } = owner
  const slash = apiVersion.lastIndexOf('/')
  const group = apiVersion.slice(0, Math.max(slash, 0))
  const hints = { labels: metadata.labels ?? {}, created: createdAt(metadata) }
  if (Object.hasOwn(ownControllers, group)) {
    const own = ownControllers[group] ?? {}
    return Object.hasOwn(own, kind) ? (own[kind]?.(name, hints) ?? { group: '', kind, name }) : null
  }
  const path = `${group}/${kind}`
  const maker = Object.hasOwn(otherControllers, path) ? otherControllers[path] : undefined
  return isGroup(group) ? (maker?.(name, hints) ?? { group, kind, name }) : null
}

/** In minutes since 1970; null: not known. */
export function createdAt({ creationTimestamp: at }: PodMetadata): number | null {
  const time = typeof at === 'string' && at.length <= 40 ? Date.parse(at) : Number.NaN
  return Number.isNaN(time) ? null : time / 60_000
}

export const ownerOf = ({ ownerReferences }: PodMetadata) =>
  ownerReferences?.find(({ controller }) => controller === true)

/** For uids: `deployment`, and `job.batch.volcano.sh`, which is another kind than `job`. */
export const typeOf = ({ group, kind }: Controller): string =>
  `${kind}${group === '' ? '' : '.'}${group}`.toLowerCase()
