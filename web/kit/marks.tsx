/** Severity, status and other marks: a shape and a word, never a color alone. */
import type { Attributes } from '../api/types.ts'
import { severities } from './severities.ts'
import { words } from './words.ts'

export type Severity = Attributes['findings']['severity']
export type Status = Attributes['findings']['status']

export { severities }

export const SeverityMark = ({ severity }: { readonly severity: Severity }) => {
  const level = 5 - severities.indexOf(severity)
  return (
    <span className={`severity ${severity}`}>
      <svg viewBox="0 0 14 12" width="14" height="12" aria-hidden="true">
        {severities.map((_, index) => (
          <rect
            key={index}
            x={index * 3}
            y={8 - index * 2}
            width="2"
            height={4 + index * 2}
            className={index < level ? 'on' : 'off'}
          />
        ))}
      </svg>
      {words(severity)}
    </span>
  )
}

const glyphs = { FAIL: '✕', PASS: '✓', MANUAL: '◇' } as const

interface StatusMarkProps {
  readonly status: Status
  /** The days left of its attestation. */
  readonly attestedDays?: number | undefined
}

export const StatusMark = ({ status, attestedDays }: StatusMarkProps) => (
  <span className={`status ${status.toLowerCase()}`}>
    <i aria-hidden="true">{attestedDays === undefined ? glyphs[status] : '❂'}</i>
    {status}
    {attestedDays !== undefined && (
      <span className="muted small">
        attested, {attestedDays} {attestedDays === 1 ? 'day' : 'days'} left
      </span>
    )}
  </span>
)

export const Tag = ({
  children,
  kind = 'plain',
}: {
  readonly children: string
  readonly kind?: 'plain' | 'partial' | 'muted' | 'good' | 'bad'
}) => <span className={`tag ${kind}`}>{children}</span>
