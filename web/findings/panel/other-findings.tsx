/** What else fails on the resource of a finding. */
import { Link } from 'wouter'
import type { Row } from '../../api/documents.ts'
import { useList } from '../../api/hooks.ts'
import { search } from '../../api/query.ts'
import { SeverityMark } from '../../kit/marks.tsx'
import { TroubleLine } from '../../kit/states.tsx'
import type { UsedView } from '../../kit/view.ts'
import { number } from '../../kit/words.ts'
import { metadataOf } from '../metadata.ts'

interface Props {
  readonly finding: Row<'findings'>
  readonly resourceId: string
  readonly set: UsedView['set']
}

const named = 5

export function OtherFindings({ finding, resourceId, set }: Props) {
  const failing = {
    'filter[resources]': resourceId,
    'filter[status]': 'FAIL',
    'filter[muted]': 'false',
  }
  const asked = useList<'findings'>('/findings/latest', {
    ...failing,
    sort: 'severity,check_id',
    'page[size]': named + 1,
    'fields[findings]': 'uid,check_id,check_metadata,severity',
  })
  if (asked.error)
    return (
      <TroubleLine error={asked.error} retry={() => void asked.refetch()}>
        Other findings of this resource could not be loaded.
      </TroubleLine>
    )
  if (!asked.data) return null
  const isCounted = finding.status === 'FAIL' && !finding.muted
  const count = asked.data.count - (isCounted ? 1 : 0)
  if (count <= 0) return null
  const others = asked.data.rows.filter(({ id }) => id !== finding.id).slice(0, named)
  return (
    <section className="other-findings">
      <h3>Other failures of this resource ({number(count)})</h3>
      <ul>
        {others.map((one) => (
          <li key={one.id}>
            <SeverityMark severity={one.severity} />
            <button
              type="button"
              className="link"
              onClick={() => set({ open: one.id, tab: undefined })}
            >
              {metadataOf(one).title}
            </button>
          </li>
        ))}
      </ul>
      {count > others.length && (
        <p>
          <Link href={`/findings${search({ group: 'none', ...failing })}`}>
            All {number(asked.data.count)} failures of this resource
          </Link>
        </p>
      )}
    </section>
  )
}
