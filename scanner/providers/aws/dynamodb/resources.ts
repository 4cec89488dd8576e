import { checkFor, type Maybe, type Resource } from '../../../kit/index.ts'
import type { Protection } from '../backup-plans.ts'
import type { KeyManager } from '../key-manager.ts'
import type { Statement } from '../policy/index.ts'

export interface TableDetails {
  /** `ACTIVE`, `UPDATING`, `CREATING`, `DELETING`, … */
  readonly status: string
  readonly on_demand: boolean
  readonly deletion_protection: boolean
}

export interface Table extends Resource {
  readonly details: Maybe<TableDetails>
  readonly point_in_time_recovery: Maybe<boolean>
  /** Null if the table has no policy. */
  readonly policy: Maybe<readonly Statement[] | null>
  /** The manager of the KMS key; null if DynamoDB encrypts with a key that it owns. */
  readonly key_manager: Maybe<KeyManager | null>
  /** Dimensions with an Application Auto Scaling policy: `ReadCapacityUnits`, `WriteCapacityUnits`. */
  readonly scaled: Maybe<readonly string[]>
  /** The protection of the table by AWS Backup plans. */
  readonly backup: Maybe<Protection>
}

/** Tables being created or deleted are not judged. */
export const isGone = (status: string): boolean => status === 'CREATING' || status === 'DELETING'

/** A cluster of DynamoDB Accelerator. */
export interface Accelerator extends Resource {
  /** `available`, `modifying`, `creating`, `deleting`, … */
  readonly status: string
  /** Null if the response omits it. */
  readonly encrypted: boolean | null
  /** `TLS` or `NONE`; null if the response omits it. */
  readonly endpoint_encryption: string | null
  readonly zones: readonly string[]
}

/** Clusters being created or deleted are not judged. */
export const isPassing = (status: string): boolean => status === 'creating' || status === 'deleting'

export interface DynamoDb {
  tables: Table
  accelerators: Accelerator
}

export const check = checkFor<DynamoDb>()
