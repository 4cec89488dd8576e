/** The expected results of a scan of the account: by check and resource, the status according to AWS's rules. */

/** The result for a resource: a status, none, or the reason of a gap. */
export type Said = 'PASS' | 'FAIL' | 'MANUAL' | 'none' | `gap ${string} ${string}`

/** A row in which moto differs from AWS: the scan's result for moto's response, and the difference. */
export interface Difference {
  readonly aws: Said
  readonly moto: Said
  readonly because: string
}

/**
 * Resources by the part of their ARN after the account, with the names from `seed.py` in place of random ids, and after
 * their region if it is the second one; `list` for the contents of a failed list. A gap names its reason and its call;
 * a final `*` matches any.
 */
export type Table = Readonly<Record<string, Readonly<Record<string, Said | Difference>>>>

export const differs = (aws: Said, moto: Said, because: string): Difference => ({
  aws,
  moto,
  because,
})

/** True if the scan's result is the expected one. */
export function holds(row: Said | Difference, said: Said): boolean {
  const expected = typeof row === 'string' ? row : row.moto
  return expected.endsWith('*') ? said.startsWith(expected.slice(0, -1)) : said === expected
}
