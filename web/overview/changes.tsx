/** Changes since the previous scan of each provider, or since a day. The results of first scans are no changes. */
import { Link } from 'wouter'
import { useShow } from '../api/hooks.ts'
import type { Query } from '../api/query.ts'
import { shortDay } from '../kit/dates.ts'
import { Loading, Trouble } from '../kit/states.tsx'
import { counted, number } from '../kit/words.ts'
import { useFindingCount } from './counts.ts'
import { daysBefore } from './days.ts'
import { failing, findings } from './links.ts'
import { type Changes as DayChanges, comparedScope, type Comparison, mostNamed } from './since.ts'

interface ChangesProps {
  readonly scope: Query
  readonly providerIds: readonly string[]
  readonly comparison: Comparison
}

export function Changes({ comparison, ...props }: ChangesProps) {
  const { changes, error, retry } = comparison
  if (comparison.choice === 'scan') return <SinceScan {...props} />
  if (error && !changes) return <Trouble error={error} retry={retry} />
  if (!changes)
    return (
      <section className="overview-list">
        <Loading rows={5} />
      </section>
    )
  return changes.compared.provider_ids.length > 0 && changes.since !== null ? (
    <SinceDay scope={comparedScope(props.scope, changes)} changes={changes} since={changes.since} />
  ) : (
    <SinceScan {...props} />
  )
}

interface SinceDayProps {
  /** Null if a URL cannot name the providers. */
  readonly scope: Query | null
  readonly changes: DayChanges
  readonly since: string
}

function SinceDay({ scope, changes, since }: SinceDayProps) {
  const next = daysBefore(since, -1)
  const changed = {
    ...scope,
    'filter[muted]': 'false',
    'filter[status_changed_at__gte]': next,
  }
  const before = { ...changed, 'filter[first_seen_at__lte]': since }
  const failed = { 'filter[status__in]': 'FAIL' }
  const rows: Readonly<Record<RowName, readonly [count: number, list: Query]>> = {
    fresh: [changes.new_failures, { ...changed, ...failed, 'filter[first_seen_at__gte]': next }],
    failed: [changes.changed_to_fail, { ...before, ...failed }],
    reopened: [changes.reopened, { ...before, ...failed, 'filter[triage_status]': 'reopened' }],
    passed: [changes.changed_to_pass, { ...before, 'filter[status__in]': 'PASS' }],
  }
  return (
    <div className="overview-list">
      <Counts
        title={`Since ${shortDay(since)}`}
        counts={rowsOf((name) => {
          const [count, list] = rows[name]
          return { count, href: scope ? findings(list) : undefined }
        })}
      />
    </div>
  )
}

type RowName = 'fresh' | 'failed' | 'reopened' | 'passed'

/** The rows of both lists of changes. */
const rowsOf = (
  of: (name: RowName) => Pick<ChangeProps, 'count' | 'href'> | null,
): readonly ChangeProps[] => {
  const rows = [
    { name: 'fresh', glyph: '+', kind: 'worse', label: 'new failures' },
    { name: 'failed', glyph: '✕', kind: 'worse', label: 'now failing, did not fail before' },
    { name: 'reopened', glyph: '↺', kind: 'worse', label: 'of them reopened' },
    { name: 'passed', glyph: '✓', kind: 'better', label: 'now passing, did not pass before' },
  ] as const
  return rows.flatMap(({ name, ...row }) => {
    const own = of(name)
    return own ? [{ ...row, ...own }] : []
  })
}

function SinceScan({ scope, providerIds }: Omit<ChangesProps, 'comparison'>) {
  const asked = useShow<'findings-overview'>('/overviews/findings', scope)
  const { first_results: first, since_previous_scan: since } = asked.data?.row ?? {}
  const firstIds = new Set(first?.provider_ids)
  const others = providerIds.filter((id) => !firstIds.has(id))
  const isMixed = firstIds.size > 0 && since !== undefined && since.providers > 0
  const compared = isMixed ? { 'filter[provider__in]': others.join() } : scope
  const ofFirst = isMixed ? { 'filter[provider__in]': [...firstIds].join() } : scope
  const linked = (ids: number, href: string): string | undefined =>
    isMixed && ids > mostNamed ? undefined : href
  const nowFailing = {
    ...compared,
    'filter[status__in]': 'FAIL',
    'filter[muted]': 'false',
    'filter[delta]': 'changed',
  }
  const reopened = { ...nowFailing, 'filter[triage_status]': 'reopened' }
  const isCountable =
    since !== undefined && since.fail_changed > 0 && (!isMixed || others.length <= mostNamed)
  const reopenedCount = useFindingCount(reopened, isCountable)
  if (asked.error) return <Trouble error={asked.error} retry={() => void asked.refetch()} />
  const pass = { 'filter[status__in]': 'PASS', 'filter[muted]': 'false' }
  const rows: Readonly<Record<RowName, Pick<ChangeProps, 'count' | 'href'> | null>> = {
    fresh: {
      count: since?.fail_new,
      href: linked(others.length, failing({ ...compared, 'filter[delta]': 'new' })),
    },
    failed: { count: since?.fail_changed, href: linked(others.length, findings(nowFailing)) },
    reopened: isCountable ? { count: reopenedCount, href: findings(reopened) } : null,
    passed: {
      count: since?.pass_changed,
      href: linked(others.length, findings({ ...compared, ...pass, 'filter[delta]': 'changed' })),
    },
  }
  const changes = rowsOf((name) => rows[name])
  const firstSight: readonly ChangeProps[] = !first
    ? []
    : [
        {
          glyph: '✕',
          kind: 'worse',
          count: first.fail,
          label: 'fail',
          href: linked(firstIds.size, failing(ofFirst)),
        },
        {
          glyph: '✓',
          kind: 'better',
          count: first.pass,
          label: 'pass',
          href: linked(firstIds.size, findings({ ...ofFirst, ...pass })),
        },
      ]
  if (!first || !since)
    return (
      <section className="overview-list">
        <Loading rows={5} />
      </section>
    )
  return (
    <div className="overview-list">
      {since.providers > 0 && <Counts title="Since the previous scan" counts={changes} />}
      {firstIds.size > 0 && (
        <Counts
          title={
            isMixed ? `First results of ${counted(firstIds.size, 'provider')}` : 'First results'
          }
          counts={firstSight}
          note="After the second scan, this shows new, fixed and reopened findings."
        />
      )}
    </div>
  )
}

interface CountsProps {
  readonly title: string
  readonly counts: readonly ChangeProps[]
  readonly note?: string
}

const Counts = ({ title, counts, note }: CountsProps) => (
  <section className="overview-list" aria-label={title}>
    <h2>{title}</h2>
    <ul>
      {counts.map((one) => (
        <Change key={one.label} {...one} />
      ))}
    </ul>
    {note && <p className="muted small">{note}</p>}
  </section>
)

interface ChangeProps {
  readonly glyph: string
  readonly kind: 'worse' | 'better'
  /** Undefined while loading; null if it could not be counted. */
  readonly count: number | null | undefined
  readonly label: string
  /** Absent if a URL cannot name all its providers. */
  readonly href: string | undefined
}

function Change({ glyph, kind, count, label, href }: ChangeProps) {
  const text = (
    <>
      <b className="number">{count === null ? '?' : count === undefined ? '…' : number(count)}</b>{' '}
      {label}
    </>
  )
  return (
    <li>
      <i aria-hidden="true" className={count ? kind : 'muted'}>
        {glyph}
      </i>
      {href ? <Link href={href}>{text}</Link> : <span>{text}</span>}
    </li>
  )
}
