/** Changes since the previous scan. */
import { Link } from 'wouter'
import { useList, useShow } from '../api/hooks.ts'
import type { Query } from '../api/query.ts'
import { Loading, Trouble } from '../kit/states.tsx'
import { number } from '../kit/words.ts'
import { failing, findings } from './links.ts'

/** The number of findings; their rows are on the linked page. */
const useCount = (query: Query): number | undefined =>
  useList<'findings'>('/findings/latest', { ...query, 'page[size]': 1, 'fields[findings]': 'uid' })
    .data?.count

interface ChangesProps {
  readonly scope: Query
  readonly isFirst: boolean
}

export function Changes({ scope, isFirst }: ChangesProps) {
  const asked = useShow<'findings-overview'>('/overviews/findings', scope)
  const reopened = { ...scope, 'filter[triage_status]': 'reopened' }
  const manual = { ...scope, 'filter[status__in]': 'MANUAL', 'filter[muted]': 'false' }
  const reopenedCount = useCount(reopened)
  const manualCount = useCount(manual)
  if (asked.error) return <Trouble error={asked.error} retry={() => void asked.refetch()} />
  const sums = asked.data?.row
  const changes: readonly ChangeProps[] = !sums
    ? []
    : [
        {
          glyph: '+',
          kind: 'worse',
          count: sums.fail_new,
          label: 'new failures',
          href: failing({ ...scope, 'filter[delta]': 'new' }),
        },
        {
          glyph: '✕',
          kind: 'worse',
          count: sums.fail_changed,
          label: 'now failing, did not fail before',
          href: failing({ ...scope, 'filter[delta]': 'changed' }),
        },
        {
          glyph: '✓',
          kind: 'better',
          count: sums.pass_changed,
          label: 'now passing, did not pass before',
          href: findings({
            ...scope,
            'filter[status__in]': 'PASS',
            'filter[delta]': 'changed',
            'filter[muted]': 'false',
          }),
        },
        {
          glyph: '↺',
          kind: 'worse',
          count: reopenedCount,
          label: 'resolved, then reopened by a scan',
          href: findings(reopened),
        },
      ]
  const firstSight: readonly ChangeProps[] = !sums
    ? []
    : [
        { glyph: '✕', kind: 'worse', count: sums.fail, label: 'fail', href: failing(scope) },
        {
          glyph: '✓',
          kind: 'better',
          count: sums.pass,
          label: 'pass',
          href: findings({ ...scope, 'filter[status__in]': 'PASS', 'filter[muted]': 'false' }),
        },
      ]
  const waiting: ChangeProps = {
    glyph: '◇',
    kind: 'manual',
    count: manualCount,
    label: 'need verification',
    href: findings(manual),
  }
  return (
    <section className="overview-list" aria-labelledby="changes">
      <h2 id="changes">{isFirst ? 'First results' : 'Since the previous scan'}</h2>
      {!sums ? (
        <Loading rows={5} />
      ) : (
        <ul>
          {[...(isFirst ? firstSight : changes), waiting].map((one) => (
            <Change key={one.label} {...one} />
          ))}
        </ul>
      )}
      {isFirst && (
        <p className="muted small">
          After the second scan, this shows new, fixed and reopened findings.
        </p>
      )}
    </section>
  )
}

interface ChangeProps {
  readonly glyph: string
  readonly kind: 'worse' | 'better' | 'manual'
  readonly count: number | undefined
  readonly label: string
  readonly href: string
}

const Change = ({ glyph, kind, count, label, href }: ChangeProps) => (
  <li>
    <i aria-hidden="true" className={count ? kind : 'muted'}>
      {glyph}
    </i>
    <Link href={href}>
      <b className="number">{count === undefined ? '…' : number(count)}</b> {label}
    </Link>
  </li>
)
