/** Problems that need attention, worst first. */
import { useQueries } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import { list, type Query } from '../api/client.ts'
import type { Page, Row } from '../api/documents.ts'
import { useList, useShow } from '../api/hooks.ts'
import { providerName, useNewestFullScans } from '../compliance/data.ts'
import { Icon, type IconName } from '../kit/icons.tsx'
import { Time } from '../kit/time.tsx'
import { counted } from '../kit/words.ts'
import { latestOfEach, providerIdOf } from '../compliance/latest.ts'
import { mergedNewest, soonDays, stillFailed } from './attention.ts'
import { findings, provider as providerPage, scan as scanPage } from './links.ts'

interface Props {
  readonly scope: Query
  readonly providers: readonly Row<'providers'>[]
  readonly full: Page<'scans'>
  readonly running: readonly Row<'scans'>[]
}

interface Item {
  readonly key: string
  readonly icon: IconName
  readonly href: string
  readonly title: string
  readonly note: ReactNode
}

const mostItems = 8
const mostLedgers = 10
const gaps = { 'filter[outcome__in]': 'denied,throttled,error,capped', 'page[size]': 1 } as const
const dayMs = 86_400_000
/** The start of today or of a later day: all requests of a day have the same URL. */
const today = (plus = 0): string =>
  new Date((Math.floor(Date.now() / dayMs) + plus) * dayMs).toISOString()

export function Attention({ scope, providers, full, running }: Props) {
  const of = scope['filter[provider_id]']
  const isOwn = (id: string): boolean => !of || of === id
  const nameOf = (id: string): string => {
    const found = providers.find((one) => one.id === id)
    return found ? providerName(found) : 'a provider'
  }
  const failed = useList<'scans'>('/scans', {
    'filter[state]': 'failed',
    'page[size]': 50,
    sort: '-inserted_at',
    include: 'provider',
  })
  const [[now, until]] = useState(() => [today(), today(soonDays)])
  const isEnding = {
    ...scope,
    'filter[manual_pass_expires_at__gte]': now,
    'filter[manual_pass_expires_at__lte]': until,
  }
  const ending = useList<'findings'>('/findings/latest', {
    ...isEnding,
    'page[size]': 1,
    'fields[findings]': 'uid',
  })
  // The newest scans of `full` can all be imports, which read nothing of the account.
  const manual = useNewestFullScans({}, { 'filter[trigger]': 'manual' })
  const scheduled = useNewestFullScans({}, { 'filter[trigger]': 'scheduled' })
  const completed = mergedNewest(full.rows, manual.data?.rows ?? [], scheduled.data?.rows ?? [])
  const newest = latestOfEach(completed)
    .filter((scan) => isOwn(providerIdOf(scan)))
    .slice(0, mostLedgers)
  const ledgers = useQueries({
    queries: newest.map(({ id }) => ({
      queryKey: [`/scans/${id}/coverage`, gaps],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        list<'scan-coverage'>(`/scans/${id}/coverage`, gaps, signal),
      staleTime: Number.POSITIVE_INFINITY, // a scan that has ended does not change
    })),
  })
  const scanning = new Set(running.map(providerIdOf))
  const sums = useShow<'findings-overview'>('/overviews/findings', scope)
  const unscanned = (sums.data?.row.without_results.provider_ids ?? []).filter(
    (id) => !scanning.has(id),
  )
  const items: readonly Item[] = [
    ...providers
      .filter(({ id, connection }) => connection.connected === false && isOwn(id))
      .map((one) => ({
        key: one.id,
        icon: 'providers' as const,
        href: providerPage(one.id),
        title: `${providerName(one)} cannot be reached`,
        note: (
          <>
            checked <Time at={one.connection.last_checked_at} />
          </>
        ),
      })),
    ...unscanned.map((id) => ({
      key: `unscanned ${id}`,
      icon: 'scans' as const,
      href: providerPage(id),
      title: `${nameOf(id)} has no results yet`,
      note: 'no full scan of it has completed',
    })),
    ...stillFailed(failed.data?.rows ?? [], completed)
      .filter((scan) => isOwn(providerIdOf(scan)))
      .map((scan) => ({
        key: scan.id,
        icon: 'scans' as const,
        href: scanPage(scan.id),
        title: `The latest scan of ${nameOf(providerIdOf(scan))} failed`,
        note: <Time at={scan.completed_at ?? scan.inserted_at} />,
      })),
    ...(ending.data?.count
      ? [
          {
            key: 'attestations',
            icon: 'clock' as const,
            href: findings(isEnding),
            title: `${counted(ending.data.count, 'attestation')} expiring within ${soonDays} days`,
            note: 'afterwards their findings need verification again',
          },
        ]
      : []),
    ...newest.flatMap((scan, at) => {
      const count = ledgers[at]?.data?.count ?? 0
      return count === 0
        ? []
        : [
            {
              key: `gaps ${scan.id}`,
              icon: 'warning' as const,
              href: `${scanPage(scan.id)}&part=coverage`,
              title: `${counted(count, 'gap')} in the latest scan of ${nameOf(providerIdOf(scan))}`,
              note: `denied, throttled, failed or over a limit: ${count === 1 ? 'its' : 'their'} state is unknown`,
            },
          ]
    }),
  ]
  const asked = [sums, failed, ending, manual, scheduled, ...ledgers]
  const nothing = asked.some(({ error }) => error)
    ? 'Some data could not be loaded, so this list may be incomplete.'
    : asked.some(({ isPending }) => isPending)
      ? 'Loading …'
      : providers.some(({ id, connection }) => connection.connected === null && isOwn(id))
        ? 'No known issues, but the connections of some providers were never tested.'
        : 'No issues: all providers are connected, and the latest scans have no gaps.'
  return (
    <section className="overview-list" aria-labelledby="attention">
      <h2 id="attention">Needs attention</h2>
      {items.length === 0 ? (
        <p className="muted note">{nothing}</p>
      ) : (
        <ul>
          {items.slice(0, mostItems).map(({ key, icon, href, title, note }) => (
            <li key={key}>
              <Icon name={icon} />
              <span>
                <Link href={href}>{title}</Link>
                <span className="muted small">{note}</span>
              </span>
            </li>
          ))}
          {items.length > mostItems && (
            <li className="muted">and {items.length - mostItems} more</li>
          )}
        </ul>
      )}
    </section>
  )
}
