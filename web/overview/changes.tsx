/** Changes since the previous scan of each provider. The results of first scans are no changes. */
import { Link } from 'wouter'
import { useList, useShow } from '../api/hooks.ts'
import type { Query } from '../api/query.ts'
import { Loading, Trouble } from '../kit/states.tsx'
import { counted, number } from '../kit/words.ts'
import { failing, findings } from './links.ts'

/** The number of findings, whose rows are on the linked page. Undefined while loading; null on errors. */
function useCount(query: Query, enabled: boolean): number | null | undefined {
  const { data, error, isPlaceholderData } = useList<'findings'>(
    '/findings/latest',
    { ...query, 'page[size]': 1, 'fields[findings]': 'uid' },
    { enabled },
  )
  if (error) return null
  return isPlaceholderData ? undefined : data?.count
}

interface ChangesProps {
  readonly scope: Query
  readonly providerIds: readonly string[]
}

/** The most providers that the URL of a list can name. */
const mostNamed = 40

export function Changes({ scope, providerIds }: ChangesProps) {
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
  const reopenedCount = useCount(reopened, isCountable)
  if (asked.error) return <Trouble error={asked.error} retry={() => void asked.refetch()} />
  const pass = { 'filter[status__in]': 'PASS', 'filter[muted]': 'false' }
  const changes: readonly ChangeProps[] = !since
    ? []
    : [
        {
          glyph: '+',
          kind: 'worse',
          count: since.fail_new,
          label: 'new failures',
          href: linked(others.length, failing({ ...compared, 'filter[delta]': 'new' })),
        },
        {
          glyph: '✕',
          kind: 'worse',
          count: since.fail_changed,
          label: 'now failing, did not fail before',
          href: linked(others.length, findings(nowFailing)),
        },
        ...(isCountable
          ? [
              {
                glyph: '↺',
                kind: 'worse' as const,
                count: reopenedCount,
                label: 'of them reopened',
                href: findings(reopened),
              },
            ]
          : []),
        {
          glyph: '✓',
          kind: 'better',
          count: since.pass_changed,
          label: 'now passing, did not pass before',
          href: linked(
            others.length,
            findings({ ...compared, ...pass, 'filter[delta]': 'changed' }),
          ),
        },
      ]
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
