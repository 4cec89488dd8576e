import { ago } from '../kit/ago.ts'

const minuteMs = 60_000

/** The API writes the use of a key at most once a minute, so no finer word would be true. */
export function lastUsed(at: string | null, now = Date.now()): string {
  if (at === null) return 'Never'
  return now - Date.parse(at) < minuteMs ? 'Within a minute' : ago(at, now)
}
