/** The expected results of a scan of the account: by check and resource, the verdict by AWS's rules. */

/** The result for a resource: a verdict, none, or the reason of a gap. */
export type Said = 'PASS' | 'FAIL' | 'MANUAL' | 'none' | `gap ${string} ${string}`

/** A row in which moto is not AWS: the scan's result for moto's response, and how that response differs. */
export interface Difference {
  readonly aws: Said
  readonly moto: Said
  readonly because: string
}

/**
 * Resources by what follows the account in their ARN, with the names that `seed.py` has for ids drawn by chance, after
 * their region where it is the second one; `list` for the contents of a failed list. A gap names its reason and its
 * call; `*` at its end is any.
 */
export type Table = Readonly<Record<string, Readonly<Record<string, Said | Difference>>>>

export const differs = (aws: Said, moto: Said, because: string): Difference => ({
  aws,
  moto,
  because,
})

/** Whether the scan's result is the expected one. */
export function holds(row: Said | Difference, said: Said): boolean {
  const expected = typeof row === 'string' ? row : row.moto
  return expected.endsWith('*') ? said.startsWith(expected.slice(0, -1)) : said === expected
}
