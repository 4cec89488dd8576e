import { checkFor, type Maybe, type Resource } from '../../../kit/index.ts'

/** Values that the response omits are null. */
export interface WorkgroupDetails {
  /** Encryption of results: `SSE_S3`, `SSE_KMS`, `CSE_KMS`, or `managed` in Athena’s own storage; null if not set. */
  readonly encryption: string | null
  readonly enforced: boolean | null
  readonly metrics: boolean | null
}

export interface Workgroup extends Resource {
  /** A disabled workgroup runs no queries. */
  readonly enabled: boolean
  readonly details: Maybe<WorkgroupDetails>
}

export interface Athena {
  workgroups: Workgroup
}

export const check = checkFor<Athena>()
