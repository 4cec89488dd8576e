import { number, words } from '../words.ts'
import type { BarPart } from './bars.tsx'

/** One bar of full width, to scale, above the text of each part: the initial state of an area chart over days. */
export function DayBar({ parts }: { readonly parts: readonly BarPart[] }) {
  const shown = parts.filter(({ value }) => value > 0)
  if (shown.length === 0) return <p className="muted">No findings fail.</p>
  return (
    <div className="day-bar">
      <div aria-hidden="true">
        {shown.map(({ name, value, colour }) => (
          <i key={name} style={{ flexGrow: value, color: `var(--${colour})` }} />
        ))}
      </div>
      <ul>
        {shown.map(({ name, value, colour }) => (
          <li key={name} style={{ color: `var(--${colour})` }}>
            <i aria-hidden="true" />
            <b>{number(value)}</b> {words(name)}
          </li>
        ))}
      </ul>
    </div>
  )
}
