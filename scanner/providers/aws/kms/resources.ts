import { checkFor, type Maybe, type Resource } from '../../../kit/index.ts'
import type { Statement } from '../policy/index.ts'

export interface KeyDetails {
  /** `AWS` for keys that services create for themselves. */
  readonly manager: 'CUSTOMER' | 'AWS'
  /** `Enabled`, `Disabled`, `PendingDeletion`, … */
  readonly state: string
  /** `SYMMETRIC_DEFAULT`, `RSA_2048`, … */
  readonly spec: string
  /** `AWS_KMS`, `EXTERNAL`, `AWS_CLOUDHSM`, … */
  readonly origin: string
  readonly deletion_date: string | null
}

export interface Key extends Resource {
  readonly details: Maybe<KeyDetails>
  /** Null for keys that KMS does not rotate, which are not read. */
  readonly rotation: Maybe<boolean | null>
  /** Null for AWS's own keys, which are not read. */
  readonly policy: Maybe<readonly Statement[] | null>
}

/** KMS rotates only enabled symmetric keys whose material it created; it rejects the call for other keys. */
export const isRotatable = ({ manager, state, spec, origin }: KeyDetails): boolean =>
  manager === 'CUSTOMER' &&
  state === 'Enabled' &&
  spec === 'SYMMETRIC_DEFAULT' &&
  origin === 'AWS_KMS'

export interface Kms {
  keys: Key
}

export const check = checkFor<Kms>()
