/** Rows with a bar each, of parts that add up: the labels and numbers are beside it. */
import type { ReactNode } from 'react'

export interface BarPart {
  readonly name: string
  readonly value: number
  /** A colour of tokens.css. */
  readonly colour: string
  /** Hatched as well as coloured: what is not known. */
  readonly isHatched?: boolean
}

export interface Bar {
  readonly key: string
  readonly name: ReactNode
  readonly parts: readonly BarPart[]
  /** Behind the bar. */
  readonly value: ReactNode
  /** Below the name. */
  readonly note?: ReactNode
}

/** Each bar is a share of `of`; left out, each is a whole. */
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

/** The bar alone; its words are its title, for who points at it, and its name. */
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
