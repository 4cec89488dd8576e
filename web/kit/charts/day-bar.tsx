import { number, words } from '../words.ts'
import type { BarPart } from './bars.tsx'

/** One bar of full width with each part above its text: the initial state of an area chart over days. */
export function DayBar({ parts }: { readonly parts: readonly BarPart[] }) {
  const shown = parts.filter(({ value }) => value > 0)
  if (shown.length === 0) return <p className="muted">No findings fail.</p>
  return (
    <ul
      className="day-bar"
      style={{
        gridTemplateColumns: shown.map(({ value }) => `minmax(min-content, ${value}fr)`).join(' '),
      }}
    >
      {shown.map(({ name, value, colour }) => (
        <li key={name} style={{ color: `var(--${colour})` }}>
          <i aria-hidden="true" />
          <span>
            <b>{number(value)}</b> {words(name)}
          </span>
        </li>
      ))}
    </ul>
  )
}
