export type Status = 'PASS' | 'FAIL' | 'MANUAL'
export type Severity = 'informational' | 'low' | 'medium' | 'high' | 'critical'

export interface VerdictOptions {
  /** Overrides the catalog's severity for this verdict only. */
  severity?: Severity
}

export interface Verdict extends VerdictOptions {
  readonly status: Status
  /** One sentence for users that names the observed value. */
  readonly sentence: string
}

export const pass = (sentence: string, options: VerdictOptions = {}): Verdict => ({
  status: 'PASS',
  sentence,
  ...options,
})

export const fail = (sentence: string, options: VerdictOptions = {}): Verdict => ({
  status: 'FAIL',
  sentence,
  ...options,
})

/** For properties that no API returns. A failed read is never `manual`: it is unread. */
export const manual = (sentence: string, options: VerdictOptions = {}): Verdict => ({
  status: 'MANUAL',
  sentence,
  ...options,
})
