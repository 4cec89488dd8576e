import { checkFor, type Maybe, type Resource } from '../../../kit/index.ts'

/** A document that the account owns. */
export interface Document extends Resource {
  /** Account ids; `all` is every account. */
  readonly shared_with: Maybe<readonly string[]>
}

/** The patch state of one machine in Systems Manager. */
export interface PatchState extends Resource {
  /** `COMPLIANT` or `NON_COMPLIANT`. */
  readonly status: string
  /** `CRITICAL`, `HIGH`, …, of the worst missing patch; null if unknown. */
  readonly severity: string | null
  /** The day, in UTC, of the last patch check of the machine; null if the response omits it. */
  readonly seen: string | null
}

export interface Ssm {
  documents: Document
  patchStates: PatchState
}

export const check = checkFor<Ssm>()
