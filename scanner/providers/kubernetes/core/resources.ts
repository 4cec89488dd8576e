import { checkFor, type Maybe, type Resource } from '../../../kit/index.ts'

/**
 * `init` runs to completion before the containers start, `sidecar` is an init container that keeps running next to
 * them, `ephemeral` was added to a running pod for debugging.
 */
export type ContainerRole = 'container' | 'init' | 'sidecar' | 'ephemeral'

/** Quantities as configured: `500m`, `1Gi`. Null if not set or zero, which has the same effect. */
export interface Amounts {
  readonly cpu: string | null
  readonly memory: string | null
}

/** Settings of the pod are applied to each container that does not override them. */
export interface Container {
  readonly name: string
  readonly role: ContainerRole
  readonly image: string
  readonly requests: Amounts
  readonly limits: Amounts
  readonly liveness_probe: boolean
  readonly readiness_probe: boolean
  /** Host ports of the container. */
  readonly host_ports: readonly number[]
  /** Names of Secrets whose values become environment variables. */
  readonly env_secrets: readonly string[]
  readonly privileged: boolean
  /** Null if not set, which allows it. */
  readonly allow_privilege_escalation: boolean | null
  /** In capitals and without `CAP_`. */
  readonly added_capabilities: readonly string[]
  /** In upper case. A name with `CAP_` drops nothing in some runtimes, so it is unchanged. */
  readonly dropped_capabilities: readonly string[]
  readonly read_only_root: boolean
  /** Null for the image's user. */
  readonly run_as_user: number | null
  readonly run_as_non_root: boolean
  /** `RuntimeDefault`, `Localhost` or `Unconfined`; null: none is set. */
  readonly seccomp_profile: string | null
  readonly host_process: boolean
}

export interface PodSpec {
  /** Its containers are Windows containers, which lack most settings of Linux. */
  readonly windows: boolean
  /** True if its containers are meant to terminate, as in Jobs. */
  readonly runs_to_end: boolean
  readonly host_ipc: boolean
  readonly host_network: boolean
  readonly host_pid: boolean
  /** Host paths of its volumes. */
  readonly host_paths: readonly string[]
  readonly containers: readonly Container[]
}

/** An object that runs pods: a controller, or a pod without a controller. */
export interface Workload extends Resource {
  readonly namespace: string
  /** `Deployment` */
  readonly kind: string
  /** The specs of its pods, without duplicates. */
  readonly specs: Maybe<readonly PodSpec[]>
  /** True if there are more specs than were read: findings in those read count, but the others are unknown. */
  readonly has_more_specs: boolean
}

export interface Core {
  workloads: Workload
}

export const check = checkFor<Core>()
