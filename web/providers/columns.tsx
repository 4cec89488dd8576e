import { Link } from 'wouter'
import { useList, useWhole } from '../api/hooks.ts'
import type { Column } from '../kit/grid/grid.tsx'
import type { Listed } from '../kit/list.tsx'
import { Time } from '../kit/time.tsx'
import { ConnectionCell } from './connection.tsx'
import { useKindName } from '../api/provider-kinds.ts'
import { useConfigurationOf } from '../api/scan-configurations.ts'

type Shown = Listed<'providers'>

const nothing = <span className="muted">–</span>

/** Names of the provider's groups. */
function Groups({ row, included }: Shown) {
  const names = [row.related['provider_groups'] ?? []]
    .flat()
    .flatMap((ref) => included?.get('provider-groups', ref?.id)?.name ?? [])
    .join(', ')
  return names ? <span title={names}>{names}</span> : nothing
}

function KindName({ type }: { readonly type: string }) {
  return useKindName()(type)
}

/** A link to the latest completed scan. */
export function LastScan({ id }: { readonly id: string }) {
  const newest = useList<'scans'>('/scans', {
    'filter[provider]': id,
    'filter[state]': 'completed',
    'page[size]': 1,
  }).data
  if (!newest) return null
  const [scan] = newest.rows
  if (!scan) return <span className="muted">Never</span>
  return (
    <Link href={`/scans?open=${scan.id}`}>
      <Time at={scan.completed_at ?? scan.inserted_at} />
    </Link>
  )
}

export function NextScan({ id }: { readonly id: string }) {
  const schedules = useWhole<'schedules'>('/schedules', { 'filter[configured]': true }).data
  const schedule = schedules?.find((one) => one.id === id)
  if (!schedules) return null
  if (!schedule?.scan_enabled || !schedule.next_scan_at) return nothing
  return (
    <Link href={`/scans?tab=schedules&open=${id}`}>
      <Time at={schedule.next_scan_at} />
    </Link>
  )
}

export function ConfigurationOf({ id }: { readonly id: string }) {
  const configurationOf = useConfigurationOf()
  if (!configurationOf) return null
  const own = configurationOf(id)
  if (!own) return <span className="muted">Defaults</span>
  return <Link href={`/scan-configurations?open=${own.id}`}>{own.name}</Link>
}

export const columns: readonly Column<Shown>[] = [
  {
    key: 'uid',
    title: 'Provider',
    width: 'minmax(180px, 2fr)',
    sort: 'alias',
    card: 'title',
    cell: ({ row: { alias, uid } }) => (
      <span title={uid}>
        {alias && <strong>{alias} </strong>}
        <span className={alias ? 'mono muted' : 'mono'}>{uid}</span>
      </span>
    ),
  },
  {
    key: 'provider',
    title: 'Type',
    width: '110px',
    sort: 'provider',
    card: 'end',
    cell: ({ row }) => <KindName type={row.provider} />,
  },
  {
    key: 'connection',
    title: 'Connection',
    width: 'minmax(200px, 2fr)',
    sort: 'connected',
    card: 'start',
    cell: ({ row }) => <ConnectionCell provider={row} />,
  },
  {
    key: 'last',
    title: 'Last scan',
    width: '116px',
    cell: ({ row }) => <LastScan id={row.id} />,
  },
  {
    key: 'next',
    title: 'Next scan',
    width: '100px',
    cell: ({ row }) => <NextScan id={row.id} />,
  },
  {
    key: 'groups',
    title: 'Groups',
    width: 'minmax(90px, 1fr)',
    cell: (shown) => <Groups {...shown} />,
  },
  {
    key: 'configuration',
    title: 'Configuration',
    width: 'minmax(100px, 1fr)',
    cell: ({ row }) => <ConfigurationOf id={row.id} />,
  },
]
