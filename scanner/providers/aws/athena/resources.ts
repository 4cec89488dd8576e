import { checkFor, type Maybe, type Resource } from '../../../kit/index.ts'

/** What an answer leaves out is null. */
export interface WorkgroupDetails {
  /** How results are encrypted: `SSE_S3`, `SSE_KMS`, `CSE_KMS`, or `managed` in Athena’s own storage; null where it is not set. */
  readonly encryption: string | null
  readonly enforced: boolean | null
  readonly metrics: boolean | null
}

export interface Workgroup extends Resource {
  /** A disabled one runs no queries. */
  readonly enabled: boolean
  readonly details: Maybe<WorkgroupDetails>
}

export interface Athena {
  workgroups: Workgroup
}

export const check = checkFor<Athena>()
