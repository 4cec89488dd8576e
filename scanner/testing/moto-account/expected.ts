/** What a scan of the account should say: by check and resource, the verdict that AWS's rules give. */

/** What is said of a resource: a verdict, nothing at all, or why its check knows nothing of it. */
export type Said = 'PASS' | 'FAIL' | 'MANUAL' | 'none' | `gap ${string} ${string}`

/** A row in which moto is not AWS: what the scan says of moto's answer, and how that answer differs. */
export interface Difference {
  readonly aws: Said
  readonly moto: Said
  readonly because: string
}

/**
 * Resources by what follows the account in their ARN, with the names that `seed.py` has for ids drawn by chance, after
 * their region where it is the second one; `list` for what a list that failed would have held. A gap names its reason
 * and its call; `*` at its end is any.
 */
export type Table = Readonly<Record<string, Readonly<Record<string, Said | Difference>>>>

export const differs = (aws: Said, moto: Said, because: string): Difference => ({
  aws,
  moto,
  because,
})

/** Whether the scan said what the row expects. */
export function holds(row: Said | Difference, said: Said): boolean {
  const expected = typeof row === 'string' ? row : row.moto
  return expected.endsWith('*') ? said.startsWith(expected.slice(0, -1)) : said === expected
}
