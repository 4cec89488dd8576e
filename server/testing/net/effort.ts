import { randomInt } from 'node:crypto'

/**
 * How hard the safety net looks. A test run takes a sample; `npm run fuzz` names a length. The seed is
 * new in each run and printed; the same seed makes the same requests.
 */
export const effort = {
  seed: Number(process.env['PLUMBLINE_FUZZ_SEED'] ?? randomInt(2 ** 31)),
  /** For each test; 0 takes the sample. */
  minutes: Number(process.env['PLUMBLINE_FUZZ_MINUTES'] ?? 0),
} as const

/** All of it, and not the sample that a test run has the time for. */
export const isLong = effort.minutes > 0

/** Runs one round, and further ones until the time is up; a round is told its number, from 0. */
export async function rounds(one: (round: number) => Promise<void>): Promise<number> {
  const until = Date.now() + effort.minutes * 60_000
  let done = 0
  do await one(done++)
  while (Date.now() < until)
  return done
}
