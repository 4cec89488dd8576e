import type { Row } from '../api/documents.ts'
import { Tag } from '../kit/marks.tsx'
import { words } from '../kit/words.ts'

type Scan = Row<'scans'>

const marks = {
  available: ['◌', 'muted', 'Waiting'],
  scheduled: ['◷', 'muted', 'Scheduled'],
  executing: ['▸', '', 'Running'],
  completed: ['✓', 'pass', 'Completed'],
  failed: ['✕', 'fail', 'Failed'],
  cancelled: ['–', 'muted', 'Canceled'],
} as const

export function StateMark({ state }: Pick<Scan, 'state'>) {
  const [glyph, kind, word] = marks[state]
  return (
    <span className={`status ${kind}`}>
      <i aria-hidden="true">{glyph}</i>
      {word}
    </span>
  )
}

export const PartialTag = ({ scan }: { readonly scan: Pick<Scan, 'is_partial'> }) =>
  scan.is_partial ? <Tag kind="partial">Partial</Tag> : null

/** The API's scan states in words. */
export const stateWord = (state: Scan['state']): string => marks[state][2]

export const triggerWord = (trigger: Scan['trigger']): string => words(trigger)
