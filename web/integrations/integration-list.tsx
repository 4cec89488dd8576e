/** Systems that findings are sent to, with the state of their connections. */
import type { Row } from '../api/documents.ts'
import { usePaged } from '../api/hooks.ts'
import { Button } from '../kit/button.tsx'
import { ConnectionMark } from '../kit/connection-mark.tsx'
import { Filters } from '../kit/filters.tsx'
import type { Column } from '../kit/grid/grid.tsx'
import { List, type Listed } from '../kit/list.tsx'
import { Tag } from '../kit/marks.tsx'
import { Empty } from '../kit/states.tsx'
import { Time } from '../kit/time.tsx'
import { useView } from '../kit/view.ts'
import { counted } from '../kit/words.ts'
import { useIntegrationRefusals, useTested } from './connection.ts'
import { IntegrationPanel } from './integration-panel.tsx'
import { NewIntegration } from './new-integration.tsx'
import { placeOf, typeNames, types } from './types.ts'
import './integrations.css'

type Shown = Listed<'integrations'>

const columns: readonly Column<Shown>[] = [
  {
    key: 'type',
    title: 'Integration',
    width: 'minmax(140px, 1fr)',
    sort: 'integration_type',
    card: 'title',
    cell: ({ row }) => (
      <>
        {types[row.integration_type].name} {!row.enabled && <Tag kind="muted">Disabled</Tag>}
      </>
    ),
  },
  {
    key: 'place',
    title: 'Sends to',
    width: 'minmax(140px, 2fr)',
    card: 'start',
    cell: ({ row, included }) => <Place row={row} included={included} />,
  },
  {
    key: 'connection',
    title: 'Connection',
    width: 'minmax(160px, 3fr)',
    sort: 'connected',
    card: 'end',
    cell: ({ row }) => <Connection row={row} />,
  },
  {
    key: 'checked',
    title: 'Last tested',
    width: '120px',
    sort: 'connection_last_checked_at',
    cell: ({ row }) => <Time at={row.connection_last_checked_at} />,
  },
  {
    key: 'providers',
    title: 'Providers',
    width: '112px',
    cell: ({ row, included }) => <Providers row={row} included={included} />,
  },
]

/** Columns that fit next to a panel. */
const besidePanel: readonly Column<Shown>[] = columns.slice(0, 3)

function Connection({ row }: { readonly row: Row<'integrations'> }) {
  const reason = useIntegrationRefusals(row.connected === false).get(row.id)
  if (useTested(row.id) !== undefined) return <span className="muted">Testing …</span>
  return (
    <span title={row.connected === false ? reason : undefined}>
      <ConnectionMark connected={row.connected} />{' '}
      {row.connected === false && <span className="muted small">{reason}</span>}
    </span>
  )
}

const attachedTo = ({ row, included }: Shown) =>
  [row.related['providers'] ?? []]
    .flat()
    .flatMap((ref) => included?.get('providers', ref?.id) ?? [])

function Place(shown: Shown) {
  const place = placeOf(shown.row)
  if (place) return <span className="mono">{place}</span>
  const [provider] = attachedTo(shown)
  return provider ? (
    <span>{provider.alias ?? provider.uid}</span>
  ) : (
    <span className="muted">Not shown</span>
  )
}

function Providers(shown: Shown) {
  if (types[shown.row.integration_type].providers === 'none')
    return <span className="muted">All</span>
  const attached = attachedTo(shown)
  const names = attached.map(({ alias, uid }) => alias ?? uid).join(', ')
  if (attached.length === 0) return <span className="muted">None</span>
  return <span title={names}>{attached.length === 1 ? names : attached.length}</span>
}

export function IntegrationList() {
  const { view, query, set } = useView()
  const integrations = usePaged<'integrations'>('/integrations', { ...query, include: 'providers' })
  const opened = view['open']
  const close = (): void => set({ open: undefined, tab: undefined, type: undefined })
  const add = (): void => set({ open: 'new', tab: undefined })
  return (
    <div className="screen">
      <header className="screen-head">
        <h1>Integrations</h1>
        <p className="muted" role="status">
          {integrations.count === undefined ? '' : counted(integrations.count, 'integration')}
        </p>
        <Button kind="primary" onClick={add}>
          New integration
        </Button>
      </header>
      <Filters
        view={view}
        set={set}
        search="integrations"
        choices={[
          {
            name: 'filter[integration_type__in]',
            title: 'Type',
            values: typeNames,
            label: (value) => types[value as (typeof typeNames)[number]]?.name ?? value,
          },
        ]}
      />
      <div className="split">
        <div>
          <List
            label="Integrations"
            columns={opened ? besidePanel : columns}
            rows={integrations}
            empty={
              <Empty
                icon="integrations"
                title="No integrations yet"
                action={
                  <Button kind="primary" onClick={add}>
                    New integration
                  </Button>
                }
              >
                Send findings to other tools: issues to Jira, messages to Slack or Teams, events to
                Splunk, syslog or a webhook, files to a bucket, findings to AWS Security Hub.
              </Empty>
            }
          />
        </div>
        {opened === 'new' && (
          <NewIntegration
            asked={view['type']}
            onType={(type) => set({ type })}
            onMade={(id) => set({ open: id, type: undefined }, { replace: true })}
            onClose={close}
          />
        )}
        {opened !== undefined && opened !== 'new' && (
          <IntegrationPanel key={opened} id={opened} onClose={close} />
        )}
      </div>
    </div>
  )
}
