import { testSeed } from '@plumbline/scanner/testing'

/** How long the property tests search: `npm test` takes a sample, `npm run fuzz` names a length. */
export const effort = {
  seed: testSeed,
  /** For each test; 0 takes the sample. */
  minutes: Number(process.env['PLUMBLINE_FUZZ_MINUTES'] ?? 0),
} as const

/** All of it, and not the sample that a test run has the time for. */
export const isLong = effort.minutes > 0

/**
 * Runs one round, and further ones until the time is up; a round gets its number, from 0, and returns its number of
 * tries. A long run tries each operation at least so often: on a busy machine it takes longer.
 */
export async function rounds(
  one: (round: number) => Promise<number>,
  longLeast = 0,
): Promise<void> {
  const until = Date.now() + effort.minutes * 60_000
  const least = isLong ? longLeast : 0
  let round = 0
  let tries = 0
  let made: number // none, where an operation has no place to try
  do {
    made = await one(round++)
    tries += made
  } while (Date.now() < until || (made > 0 && tries < least))
}
