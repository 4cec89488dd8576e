/** A note that a partial scan has run since, and why it did not change these numbers. */
import { Link } from 'wouter'
import type { Page } from '../api/documents.ts'
import { useList } from '../api/hooks.ts'
import { Tag } from '../kit/marks.tsx'
import { Time } from '../kit/time.tsx'
import { counted } from '../kit/words.ts'
import { providerIdOf } from './latest.ts'
import './partial-note.css'

export function PartialNote({ full }: { readonly full: Page<'scans'> }) {
  const partial = useList<'scans'>('/scans', {
    'filter[state]': 'completed',
    'filter[is_partial]': true,
    sort: '-inserted_at',
    'page[size]': 1,
  }).data?.rows[0]
  if (!partial) return null
  const since = full.rows.find((scan) => providerIdOf(scan) === providerIdOf(partial))
  if (since && since.inserted_at > partial.inserted_at) return null
  return (
    <p className="partial-note">
      <Tag kind="partial">Partial</Tag>{' '}
      <Link href={`/scans?open=${partial.id}`}>
        {counted(partial.unique_resource_count, 'resource')} re-checked
      </Link>{' '}
      <Time at={partial.completed_at} />. This changed findings only. Overviews and compliance
      change with the next full scan.
    </p>
  )
}
