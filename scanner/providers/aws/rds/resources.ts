import { checkFor, type Maybe, type Resource } from '../../../kit/index.ts'
import type { Cluster } from './clusters.ts'
import type { Snapshot } from './snapshots.ts'
import type { Subscription } from './subscriptions.ts'

export type { Cluster, Snapshot, Subscription }

/** Settings that decide whether unencrypted connections are rejected. */
export interface Transport {
  /** The effective parameter group (the cluster's, for an instance in a cluster), or Oracle's option group. */
  readonly group: string
  readonly setting: string
  /** Null if the group has no such setting, or leaves it to the engine. */
  readonly value: string | null
  /** True if all parameters of the group are applied; otherwise some wait for a reboot. */
  readonly in_force: boolean
}

/** An instance that is not being deleted. */
export interface Instance extends Resource {
  readonly engine: string
  readonly engine_version: string
  /** Its cluster, which then has most of its settings; null if it is standalone. */
  readonly cluster: string | null
  /** The source of a replica; null if it is not a replica. */
  readonly replica_of: string | null
  readonly exported_logs: readonly string[]
  readonly vpc_id: string | null
  /** Null if the response omits it, as for an instance being created. */
  readonly admin: Maybe<string>
  readonly port: Maybe<number | null>
  /** The expiration time of the server certificate; null if the response omits it. */
  readonly certificate_ends: Maybe<string | null>
  readonly storage_encrypted: Maybe<boolean>
  readonly minor_upgrades: Maybe<boolean>
  readonly public: Maybe<boolean>
  readonly multi_az: Maybe<boolean>
  readonly deletion_protection: Maybe<boolean>
  readonly iam_authentication: Maybe<boolean>
  readonly copies_tags: Maybe<boolean>
  readonly backup_days: Maybe<number>
  /** Seconds between two measurements; 0: enhanced monitoring is off. */
  readonly monitoring_seconds: Maybe<number>
  /** Null if RDS has no such setting for this engine. */
  readonly transport: Maybe<Transport | null>
}

/** The resources of one region, and its event subscriptions. */
export interface Region extends Resource {
  readonly instances: Maybe<readonly string[]>
  readonly clusters: Maybe<readonly string[]>
  /** Parameter groups in use, without AWS's default groups, which cannot be changed. */
  readonly parameter_groups: Maybe<readonly string[]>
  readonly security_groups: Maybe<readonly string[]>
  readonly subscriptions: Maybe<readonly Subscription[]>
}

export interface Rds {
  instances: Instance
  clusters: Cluster
  snapshots: Snapshot
  regions: Region
}

export const check = checkFor<Rds>()
