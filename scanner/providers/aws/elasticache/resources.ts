import { checkFor, type Resource } from '../../../kit/index.ts'
import { known as knownBy } from '../known.ts'

/** A replication group of Valkey or Redis OSS, or a single node without a group. */
export interface Cache extends Resource {
  /** `available`, `modifying`, `creating`, `deleting`, … */
  readonly status: string
  /** Values that the response omits are null. */
  readonly encrypted: boolean | null
  readonly tls: boolean | null
  /** Also accepts connections without TLS. */
  readonly tls_optional: boolean
  /** Null for a single node, to which none of this applies. */
  readonly group: Group | null
  /** Days for which automatic backups are kept; 0 disables them. */
  readonly backup_days: number | null
  readonly minor_upgrades: boolean | null
}

/** Values that the response omits are null. */
export interface Group {
  /** `enabled`, `enabling`, `disabled`, … */
  readonly failover: string | null
  readonly multi_az: string | null
  readonly token: boolean | null
  readonly user_groups: number
}

const passing: ReadonlySet<string> = new Set(['creating', 'create-failed', 'deleting', 'deleted'])

/** Caches being created or deleted are not judged. */
export const isPassing = (status: string): boolean => passing.has(status)

/** A value of a cache for a judge: a value missing in the response is unread. */
export const known = <T>(value: T | null, group: Group | null): T =>
  knownBy(
    value,
    group ? 'elasticache:DescribeReplicationGroups' : 'elasticache:DescribeCacheClusters',
  )

export interface ElastiCache {
  caches: Cache
}

export const check = checkFor<ElastiCache>()
