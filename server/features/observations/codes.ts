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
