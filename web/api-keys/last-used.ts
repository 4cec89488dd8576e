import { ago } from '../kit/ago.ts'

const minuteMs = 60_000

/** The API records the use of a key at most once a minute, so the text is no more precise. */
export function lastUsed(at: string | null, now = Date.now()): string {
  if (at === null) return 'Never'
  return now - Date.parse(at) < minuteMs ? 'Within a minute' : ago(at, now)
}
