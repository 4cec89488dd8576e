import { checkFor, type Maybe, type Resource } from '../../../kit/index.ts'

export interface Region extends Resource {
  /** Names of backup plans. */
  readonly plans: Maybe<readonly string[]>
  readonly vaults: Maybe<readonly string[]>
  readonly report_plans: Maybe<readonly string[]>
}

export interface Vault extends Resource {
  /** The key of KMS; null where the vault names none. */
  readonly key: string | null
  /** Encrypted with a key that AWS keeps and does not show, as some vaults that are cut off from the account. */
  readonly aws_key: boolean
}

export interface RecoveryPoint extends Resource {
  readonly vault: string
  /** `COMPLETED`, `PARTIAL`, `EXPIRED`, `DELETING`, … */
  readonly status: string
  /** Of what kind of resource: `EBS`. */
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
