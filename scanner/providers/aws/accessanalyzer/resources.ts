import { checkFor, type Maybe, type Resource } from '../../../kit/index.ts'

/** An analyzer of external access, for the account or the organization. */
export interface Analyzer extends Resource {
  /** `ACCOUNT` or `ORGANIZATION`. */
  readonly type: string
  /** `ACTIVE`, `CREATING`, `DISABLED` or `FAILED`. */
  readonly status: string
  /** The number of active findings, neither resolved nor archived, on the first page. */
  readonly findings: Maybe<{ readonly count: number; readonly more: boolean }>
}

export interface Region extends Resource {
  readonly analyzers: Maybe<readonly { readonly name: string; readonly status: string }[]>
}

export interface AccessAnalyzer {
  regions: Region
  analyzers: Analyzer
}

export const check = checkFor<AccessAnalyzer>()
