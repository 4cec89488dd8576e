/** Deliveries to an integration: status, reason of failure, and resending. */
import { useEffect } from 'react'
import { Link } from 'wouter'
import { type Delivery, issueOf } from '../api/deliveries.ts'
import { type Paged, refetch, usePaged, useShow } from '../api/hooks.ts'
import { Filters } from '../kit/filters.tsx'
import type { Column } from '../kit/grid/grid.tsx'
import { List, type Listed } from '../kit/list.tsx'
import { Empty, Trouble } from '../kit/states.tsx'
import { Time } from '../kit/time.tsx'
import { useView } from '../kit/view.ts'
import { counted, number } from '../kit/words.ts'
import { DeliveryPanel } from './delivery-panel.tsx'
import { DeliveryState } from './delivery-state.tsx'
import { aboutOf, kindOf, states, stateWords } from './delivery-words.ts'
import { titleOf } from './types.ts'
import './integrations.css'

const columns: readonly Column<Listed<'integration-deliveries'>>[] = [
  {
    key: 'what',
    title: 'Content',
    width: 'minmax(220px, 3fr)',
    card: 'title',
    cell: ({ row }) => <What delivery={row} />,
  },
  {
    key: 'state',
    title: 'State',
    width: '112px',
    card: 'start',
    cell: ({ row }) => <DeliveryState state={row.state} />,
  },
  {
    key: 'attempts',
    title: 'Attempts',
    width: '88px',
    align: 'end',
    cell: ({ row }) => number(row.attempts),
  },
  {
    key: 'reason',
    title: 'Reason',
    width: 'minmax(160px, 3fr)',
    cell: ({ row }) => <span title={row.reason ?? undefined}>{row.reason}</span>,
  },
  {
    key: 'queued',
    title: 'Queued',
    width: '120px',
    sort: 'inserted_at',
    card: 'end',
    cell: ({ row }) => <Time at={row.inserted_at} />,
  },
  {
    key: 'tried',
    title: 'Last attempt',
    width: '120px',
    sort: 'attempted_at',
    cell: ({ row }) => <Time at={row.attempted_at} />,
  },
]

function What({ delivery }: { readonly delivery: Delivery }) {
  const about = aboutOf(delivery)
  return (
    <span title={about}>
      {[kindOf(delivery), issueOf(delivery)?.key].filter(Boolean).join(' ')}{' '}
      <span className="muted">{about}</span>
    </span>
  )
}

/** Columns that fit next to a panel. */
const besidePanel = columns.filter(({ key }) => ['what', 'state', 'queued'].includes(key))

const refreshMs = 3_000

/** Refetches the list while a displayed delivery is pending. */
function useRefresh(path: string, deliveries: Paged<'integration-deliveries'>): void {
  const waits = Array.from({ length: Math.min(deliveries.count ?? 0, 100) }, (_, index) =>
    deliveries.row(index),
  ).some((row) => row?.state === 'pending')
  useEffect(() => {
    if (!waits) return undefined
    const timer = setInterval(() => void refetch(path), refreshMs)
    return () => clearInterval(timer)
  }, [waits, path])
}

export function Deliveries({ id }: { readonly id: string }) {
  const { view, query, set } = useView()
  const path = `/integrations/${id}/deliveries`
  const integration = useShow<'integrations'>(`/integrations/${id}`, { include: 'providers' })
  const deliveries = usePaged<'integration-deliveries'>(path, query)
  useRefresh(path, deliveries)
  const opened = view['open']
  const { data, error } = integration
  if (error && !data) return <Trouble error={error} retry={() => void integration.refetch()} />
  return (
    <div className="screen">
      <header className="screen-head">
        <nav aria-label="Back" className="crumb">
          <Link href={`/integrations?open=${id}`}>Integrations</Link>
        </nav>
        <h1>Deliveries{data && ` to ${titleOf(data.row)}`}</h1>
        <p className="muted" role="status">
          {deliveries.count === undefined
            ? ''
            : counted(deliveries.count, 'delivery', 'deliveries')}
        </p>
      </header>
      {data?.row.enabled === false && (
        <p className="delivery-note muted">
          The integration is disabled. Pending deliveries are sent when it is enabled again.
        </p>
      )}
      <Filters
        view={view}
        set={set}
        choices={[
          {
            name: 'filter[state__in]',
            title: 'State',
            values: states,
            label: (value) => stateWords[value as (typeof states)[number]] ?? value,
          },
        ]}
      />
      <div className="split">
        <div>
          <List
            label="Deliveries"
            columns={opened ? besidePanel : columns}
            rows={deliveries}
            sort="-inserted_at"
            empty={
              <Empty icon="integrations" title="No deliveries in the last 90 days">
                This page lists messages and issues sent after scans or from the findings list.
                Failed deliveries show a reason.
              </Empty>
            }
          />
        </div>
        {opened && (
          <DeliveryPanel
            key={opened}
            integrationId={id}
            id={opened}
            onClose={() => set({ open: undefined })}
          />
        )}
      </div>
    </div>
  )
}
