/** Failed findings at the end of an earlier day, or of the scan before, compared with those of the latest scans. */
import { type Instant, invalidParameter } from '@plumbline/jsonapi'
import type { Tx } from '../../platform/db/index.ts'
import type { AnyFilter, Scope } from '../providers/index.ts'
import {
  firstOfProviders,
  latestScans,
  type RolledUp,
  scansBefore,
  sumRollups,
} from '../rollups/index.ts'
import { severityCodes } from '../versions/index.ts'
import { severityNames } from './counting.ts'
import type { ChangesOverview } from './resource.ts'

const dayMs = 86_400_000

/** The end of the requested day; undefined without one. Throws if that day has not ended. */
function endOf(
  filters: readonly AnyFilter[],
  today: string,
): { day: string; until: string } | undefined {
  const day = (filters.find(({ name }) => name === 'since')?.value as Instant | undefined)?.text
  if (day === undefined) return undefined
  if (day >= today) throw invalidParameter('filter[since]', 'The day has not ended yet.', 'future')
  return { day, until: new Date(Date.parse(day) + dayMs).toISOString() }
}

interface Sum {
  readonly provider_id: string
  readonly service: string
  readonly severity: number
  readonly fail: number
}
interface Change {
  before: number
  now: number
}

/** Adds up both sides by a key, and leaves out what neither side has. */
function changesBy(
  before: readonly Sum[],
  now: readonly Sum[],
  keyOf: (row: Sum) => string,
): ReadonlyMap<string, Readonly<Change>> {
  const changes = new Map<string, Change>()
  for (const [side, rows] of [
    ['before', before],
    ['now', now],
  ] as const) {
    for (const row of rows) {
      if (row.fail === 0) continue
      const key = keyOf(row)
      const change = changes.get(key) ?? { before: 0, now: 0 }
      change[side] += row.fail
      changes.set(key, change)
    }
  }
  return changes
}

/** The largest differences first, in either direction. */
const listed = (changes: ReadonlyMap<string, Readonly<Change>>) =>
  [...changes]
    .map(([id, change]) => ({ id, ...change }))
    .toSorted((one, other) => {
      const by = Math.abs(other.now - other.before) - Math.abs(one.now - one.before)
      return by === 0 ? (one.id < other.id ? -1 : 1) : by
    })

/**
 * A provider is compared if a scan of it is known from then: an import only with an import. The others are named, and
 * so are those that have not been scanned since then, because nothing can be said of them but what was known.
 */
export async function changes(
  tx: Tx,
  scope: Scope,
  filters: readonly AnyFilter[],
  today: string,
): Promise<ChangesOverview> {
  const end = endOf(filters, today)
  const latest = await latestScans(tx, scope)
  const first = await firstOfProviders(tx, latest)
  const earlier = end
    ? await latestScans(tx, scope, { until: end.until })
    : await scansBefore(tx, latest)
  const wasBefore = new Map(earlier.map((scan) => [scan.provider_id, scan]))
  const unchanged = (scan: RolledUp): boolean => wasBefore.get(scan.provider_id)?.id === scan.id
  const compared = latest.filter(
    (scan) => wasBefore.has(scan.provider_id) && (!first.has(scan.id) || unchanged(scan)),
  )
  const comparedIds = new Set(compared.map(({ provider_id }) => provider_id))
  const by = { by: ['provider_id', 'service', 'severity'], sum: ['fail'], filters } as const
  const before = await sumRollups(
    tx,
    earlier.filter(({ provider_id }) => comparedIds.has(provider_id)),
    by,
  )
  const now = await sumRollups(tx, compared, by)
  const { all = { before: 0, now: 0 } } = Object.fromEntries(changesBy(before, now, () => 'all'))
  const severities = changesBy(before, now, ({ severity }) => String(severity))
  return {
    id: 'n/a',
    since: end?.day ?? null,
    fail: all,
    by_severity: Object.fromEntries(
      severityNames.map((name) => [
        name,
        severities.get(String(severityCodes[name])) ?? { before: 0, now: 0 },
      ]),
    ),
    by_provider: listed(changesBy(before, now, ({ provider_id }) => provider_id)),
    by_service: listed(changesBy(before, now, ({ service }) => service)),
    compared: { provider_ids: [...comparedIds] },
    not_scanned_since: {
      provider_ids: compared.filter(unchanged).map(({ provider_id }) => provider_id),
    },
    without_earlier: { provider_ids: scope.ids.filter((id) => !comparedIds.has(id)) },
  }
}
