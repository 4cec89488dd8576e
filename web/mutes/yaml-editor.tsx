import type { RefObject } from 'react'
import type { Fault } from './yaml-text.ts'

interface Props {
  readonly field: RefObject<HTMLTextAreaElement | null>
  readonly label: string
  readonly text: string
  readonly faults: readonly Fault[]
  readonly describedBy: string
  readonly onChange: (text: string) => void
}

const leastLines = 16

/** A text editor with line numbers; invalid lines are marked. Tab leaves it, as in other fields. */
export function YamlEditor({ field, label, text, faults, describedBy, onChange }: Props) {
  const lines = Math.max(leastLines, text.split('\n').length)
  const wrong = new Set(faults.map(({ line }) => line))
  return (
    <div className="yaml-editor">
      <ol aria-hidden="true">
        {Array.from({ length: lines }, (_, index) => (
          <li key={index} className={wrong.has(index + 1) ? 'is-wrong' : undefined}>
            {wrong.has(index + 1) ? '✕ ' : ''}
            {index + 1}
          </li>
        ))}
      </ol>
      <textarea
        ref={field}
        aria-label={label}
        aria-invalid={faults.length > 0 || undefined}
        aria-describedby={describedBy}
        spellCheck={false}
        wrap="off"
        rows={lines}
        value={text}
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  )
}
