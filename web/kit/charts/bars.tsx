/** Rows with a stacked bar each; labels and numbers are next to it. */
import type { ReactNode } from 'react'

export interface BarPart {
  readonly name: string
  readonly value: number
  /** A color of tokens.css. */
  readonly colour: string
  /** Hatched as well as colored: unknown data. */
  readonly isHatched?: boolean
}

export interface Bar {
  readonly key: string
  readonly name: ReactNode
  readonly parts: readonly BarPart[]
  /** After the bar. */
  readonly value: ReactNode
  /** Below the name. */
  readonly note?: ReactNode
}

/** Each bar is a share of `of`; by default each has full width. */
export const Bars = ({ bars, of }: { readonly bars: readonly Bar[]; readonly of?: number }) => (
  <ul className="bars">
    {bars.map(({ key, name, parts, value, note }) => (
      <li key={key}>
        <span className="bar-name">{name}</span>
        <PartBar parts={parts} {...(of !== undefined && { of })} />
        <span className="bar-value">{value}</span>
        {note && <span className="bar-note muted small">{note}</span>}
      </li>
    ))}
  </ul>
)

/** Only the bar; its text is its title, for pointers, and its accessible name. */
export function PartBar({
  parts,
  of = parts.reduce((sum, { value }) => sum + value, 0),
}: {
  readonly parts: readonly BarPart[]
  readonly of?: number
}) {
  const text = parts.map(({ name, value }) => `${value} ${name}`).join(', ') || 'nothing evaluated'
  return (
    <span className="part-bar" role="img" aria-label={text} title={text}>
      {parts.map(
        ({ name, value, colour, isHatched }) =>
          value > 0 && (
            <i
              key={name}
              className={isHatched ? 'is-hatched' : undefined}
              style={{ width: `${(100 * value) / Math.max(1, of)}%`, color: `var(--${colour})` }}
            />
          ),
      )}
    </span>
  )
}
