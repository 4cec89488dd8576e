/** The five failing checks to start with. */
import { Link } from 'wouter'
import { useList } from '../api/hooks.ts'
import type { Query } from '../api/query.ts'
import { SeverityMark, Tag } from '../kit/marks.tsx'
import { Loading, Trouble } from '../kit/states.tsx'
import { counted } from '../kit/words.ts'
import { failing } from './links.ts'
import { first } from './priority.ts'

const most = 5
const fields = 'check_id,check_title,severity,resources_fail,fail_count'
const worst = {
  'filter[status]': 'FAIL',
  'filter[muted]': 'false',
  sort: '-severity,-resources_fail',
  'page[size]': 100,
  'fields[finding-groups]': fields,
} as const

export function DoFirst({ scope }: { readonly scope: Query }) {
  const groups = useList<'finding-groups'>('/finding-groups/latest', { ...scope, ...worst })
  const exposed = useList<'finding-groups'>('/finding-groups/latest', {
    ...scope,
    ...worst,
    'filter[category]': 'internet-exposed',
  })
  const error = groups.error ?? exposed.error
  if (error)
    return (
      <Trouble
        error={error}
        retry={() => void Promise.all([groups.refetch(), exposed.refetch()])}
      />
    )
  if (!groups.data || !exposed.data)
    return (
      <section className="overview-list">
        <Loading rows={most + 1} />
      </section>
    )
  const chosen = first(groups.data.rows, exposed.data.rows, most)
  return (
    <section className="overview-list do-first" aria-labelledby="do-first">
      <h2 id="do-first">Do first</h2>
      {chosen.length === 0 ? (
        <p className="muted note">No check has failures that are not muted.</p>
      ) : (
        <ol>
          {chosen.map(({ group, isExposed }) => (
            <li key={group.id}>
              <SeverityMark severity={group.severity} />
              <span>
                <Link href={failing({ ...scope, 'filter[check_id]': group.check_id })}>
                  {group.check_title ?? group.check_id}
                </Link>
                <span className="muted small">
                  {group.resources_fail > 0
                    ? counted(group.resources_fail, 'resource')
                    : counted(group.fail_count, 'finding')}
                  {isExposed && <Tag kind="bad">Exposed to the internet</Tag>}
                </span>
              </span>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
