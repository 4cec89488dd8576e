/**
 * Names on the wire and their numbers in the database: the one exception to names that travel
 * unchanged. Under row-level security only leakproof operators reach an index, and those of enums
 * are not.
 */
export const statusCodes = { PASS: 1, FAIL: 2, MANUAL: 3 } as const
export const severityCodes = { informational: 1, low: 2, medium: 3, high: 4, critical: 5 } as const

export type Status = keyof typeof statusCodes
export type Severity = keyof typeof severityCodes

export type Code<T extends Record<string, number>> = T[keyof T]
export type StatusCode = Code<typeof statusCodes>
export type SeverityCode = Code<typeof severityCodes>

export const deltaCodes = { new: 1, changed: 2 } as const
/** `open` is also the status of an untriaged finding. */
export const triageCodes = {
  open: 1,
  under_review: 2,
  remediating: 3,
  risk_accepted: 4,
  false_positive: 5,
  resolved: 6,
  reopened: 7,
} as const
export const reasonCodes = { changed: 1, removed: 2, unplanned: 3 } as const
export const kindCodes = { full: 1, partial: 2, import: 3 } as const

export type Delta = keyof typeof deltaCodes
export type Triage = keyof typeof triageCodes
export type ScanKind = keyof typeof kindCodes

export type DeltaCode = Code<typeof deltaCodes>
export type TriageCode = Code<typeof triageCodes>

const names = <K extends string>(
  codes: Readonly<Record<K, number>>,
): readonly (K | undefined)[] => {
  const list: (K | undefined)[] = []
  for (const [name, code] of Object.entries<number>(codes)) list[code] = name as K
  return list
}
const statusNames = names(statusCodes)
const severityNames = names(severityCodes)
const deltaNames = names(deltaCodes)
const triageNames = names(triageCodes)

function named<K>(list: readonly (K | undefined)[], code: number): K {
  const name = list[code]
  if (name === undefined) throw new RangeError(`${code} is not a known code.`)
  return name
}
export const statusOf = (code: number): Status => named(statusNames, code)
export const severityOf = (code: number): Severity => named(severityNames, code)
export const deltaOf = (code: number | null): Delta | null =>
  code === null ? null : named(deltaNames, code)
export const triageOf = (code: number): Triage => named(triageNames, code)

/** Status and mute in one number: the column of a rollup row that a finding is counted in. */
export const bucketOf = (status: StatusCode, muted: boolean): number => status * 2 + (muted ? 1 : 0)
/** Bucket and severity, as `counted` stores them. */
export const countedOf = (severity: SeverityCode, status: StatusCode, muted: boolean): number =>
  severity * 8 + bucketOf(status, muted)
