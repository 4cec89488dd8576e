/** Times: relative to now in the text, absolute with the time zone on hover. */
import { ago } from './ago.ts'
import { exactTime, useZone } from './dates.ts'

export { ago, duration } from './ago.ts'

export function Time({ at }: { readonly at: string | null }) {
  useZone()
  return at === null ? (
    <span className="muted">never</span>
  ) : (
    <time dateTime={at} title={exactTime(at)}>
      {ago(at)}
    </time>
  )
}
