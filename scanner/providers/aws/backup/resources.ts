import { checkFor, type Maybe, type Resource } from '../../../kit/index.ts'

export interface Region extends Resource {
  /** Names of backup plans. */
  readonly plans: Maybe<readonly string[]>
  readonly vaults: Maybe<readonly string[]>
  readonly report_plans: Maybe<readonly string[]>
}

export interface Vault extends Resource {
  /** The KMS key; null if the vault has none. */
  readonly key: string | null
  /** True if encrypted with a key that AWS owns and does not show, as for some logically air-gapped vaults. */
  readonly aws_key: boolean
}

export interface RecoveryPoint extends Resource {
  readonly vault: string
  /** `COMPLETED`, `PARTIAL`, `EXPIRED`, `DELETING`, … */
  readonly status: string
  /** The resource type: `EBS`. */
  readonly of: string
  /** Null if the response omits it. */
  readonly encrypted: boolean | null
}

export interface Backup {
  regions: Region
  vaults: Vault
  recoveryPoints: RecoveryPoint
}

export const check = checkFor<Backup>()
