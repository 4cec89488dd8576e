import { checkFor, type Maybe, type Resource } from '../../../kit/index.ts'

export interface Logging {
  readonly enabled: boolean
  /** `s3` or `cloudwatch`; null if off. */
  readonly destination: string | null
}

/** Values that the response omits are null. */
export interface Cluster extends Resource {
  /** `available`, `paused`, `creating`, `deleting`, … */
  readonly status: string
  readonly public: boolean | null
  readonly encrypted: boolean | null
  readonly upgrades: boolean | null
  readonly enhanced_routing: boolean | null
  readonly multi_az: boolean | null
  /** Days for which automated snapshots are kept; 0 disables them. */
  readonly snapshot_days: number | null
  readonly admin: string | null
  readonly database: string | null
  readonly logging: Maybe<Logging>
  readonly requires_ssl: Maybe<'yes' | 'no' | 'after a restart' | 'not yet'>
}

const passing: ReadonlySet<string> = new Set(['creating', 'deleting', 'final-snapshot'])

/** Clusters being created or deleted are not judged. */
export const isPassing = (status: string): boolean => passing.has(status)

export interface Redshift {
  clusters: Cluster
}

export const check = checkFor<Redshift>()
