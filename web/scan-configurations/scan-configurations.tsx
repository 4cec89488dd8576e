/** Scan configurations: exclusions, limits and thresholds of scans, by name, with their providers. */
import { useMemo, useState } from 'react'
import { ensureDeleted } from '../api/client.ts'
import type { Row } from '../api/documents.ts'
import { refetch, usePaged, useShow } from '../api/hooks.ts'
import { Button } from '../kit/button.tsx'
import { Confirm } from '../kit/dialog.tsx'
import { Filters } from '../kit/filters.tsx'
import type { Column } from '../kit/grid/grid.tsx'
import { type Listed, List } from '../kit/list.tsx'
import { Tag } from '../kit/marks.tsx'
import { Empty, Loading, Trouble } from '../kit/states.tsx'
import { Time } from '../kit/time.tsx'
import { done } from '../kit/toast.tsx'
import { type UsedView, useView } from '../kit/view.ts'
import { useShortcuts } from '../kit/shortcuts.ts'
import { counted } from '../kit/words.ts'
import { unless, useMe } from '../session/me.tsx'
import { Editor } from './editor.tsx'
import { labelOf } from './labels.ts'
import './scan-configurations.css'

type ScanConfiguration = Row<'scan-configurations'>

const path = '/scan-configurations'

export default function ScanConfigurations() {
  const used = useView()
  const open = used.view['open']
  return open ? <One key={open} id={open} used={used} /> : <Configurations used={used} />
}

const keysSet = ({ configuration }: ScanConfiguration): readonly string[] =>
  Object.values(configuration).flatMap((keys) => Object.keys(keys))

const attached = ({ related }: ScanConfiguration): number =>
  [related['providers'] ?? []].flat().length

const columns: readonly Column<Listed<'scan-configurations'>>[] = [
  {
    key: 'name',
    title: 'Name',
    width: 'minmax(160px, 2fr)',
    sort: 'name',
    card: 'title',
    cell: ({ row: { name } }) => <strong>{name}</strong>,
  },
  {
    key: 'keys',
    title: 'Settings that differ from the defaults',
    width: 'minmax(200px, 3fr)',
    card: 'start',
    cell: ({ row }) => {
      const keys = keysSet(row)
      return keys.length === 0 ? (
        <span className="muted">none</span>
      ) : (
        <span title={keys.join(', ')}>{keys.map(labelOf).join(', ')}</span>
      )
    },
  },
  {
    key: 'unknown',
    title: 'Unknown keys',
    width: '110px',
    cell: ({ row: { unknown_keys } }) =>
      unknown_keys.length > 0 && (
        <span title={`Scans do not use ${unknown_keys.join(', ')}.`}>
          <Tag kind="bad">{`${unknown_keys.length} unknown`}</Tag>
        </span>
      ),
  },
  {
    key: 'providers',
    title: 'Providers',
    width: '120px',
    card: 'end',
    cell: ({ row }) => counted(attached(row), 'provider'),
  },
  {
    key: 'updated',
    title: 'Updated',
    width: '120px',
    sort: 'updated_at',
    cell: ({ row: { updated_at } }) => <Time at={updated_at} />,
  },
]

function NewButton({ onClick }: { readonly onClick: () => void }) {
  const refusal = unless(useMe(), 'manage_scans')
  useShortcuts('Scan configurations', [
    { keys: 'n', label: 'New scan configuration', run: onClick, disabledBecause: refusal },
  ])
  return (
    <Button
      kind="primary"
      icon="plus"
      aria-disabled={refusal !== undefined}
      title={refusal ?? 'New scan configuration (n)'}
      onClick={() => refusal ?? onClick()}
    >
      New scan configuration
    </Button>
  )
}

function Configurations({ used: { view, query, set } }: { readonly used: UsedView }) {
  const asked = useMemo(() => ({ sort: 'name', ...query }), [query])
  const rows = usePaged<'scan-configurations'>(path, asked)
  const begin = <NewButton onClick={() => set({ open: 'new' })} />
  return (
    <div className="screen">
      <header className="screen-head">
        <h1>Scan configurations</h1>
        <p className="muted" role="status">
          {rows.count === undefined ? '' : counted(rows.count, 'configuration')}
        </p>
        {begin}
      </header>
      <Filters view={view} set={set} search="scan configurations" />
      <List
        label="Scan configurations"
        columns={columns}
        rows={rows}
        sort="name"
        empty={
          <Empty icon="configurations" title="All scans use the defaults" action={begin}>
            A scan configuration excludes checks, services or regions, limits scan speed and size,
            and sets check thresholds. It applies to the providers attached to it.
          </Empty>
        }
      />
    </div>
  )
}

function One({ id, used: { set } }: { readonly id: string; readonly used: UsedView }) {
  const isNew = id === 'new'
  const asked = useShow<'scan-configurations'>(`${path}/${id}`, {}, { enabled: !isNew })
  const [isDeleting, setDeleting] = useState(false)
  const refusal = unless(useMe(), 'manage_scans')
  const stored = asked.data?.row
  const back = (): void => set({ open: undefined })
  useShortcuts('Scan configuration', [{ keys: 'Escape', label: 'Back to the list', run: back }])
  return (
    <div className="screen">
      <header className="screen-head">
        <h1>{isNew ? 'New scan configuration' : (stored?.name ?? 'Scan configuration')}</h1>
        {stored && (
          <Button
            kind="danger"
            aria-disabled={refusal !== undefined}
            title={refusal}
            onClick={() => refusal ?? setDeleting(true)}
          >
            Delete
          </Button>
        )}
        <Button icon="left" onClick={back}>
          All configurations
        </Button>
      </header>
      <div className="screen-body configuration">
        {asked.error && !stored ? (
          <Trouble error={asked.error} retry={() => void asked.refetch()} />
        ) : isNew || stored ? (
          <Editor stored={stored} onStored={(made) => set({ open: made }, { replace: true })} />
        ) : (
          <Loading rows={10} />
        )}
      </div>
      {isDeleting && stored && (
        <Delete
          stored={stored}
          onClose={() => setDeleting(false)}
          onDeleted={() => {
            setDeleting(false)
            back()
          }}
        />
      )}
    </div>
  )
}

interface DeleteProps {
  readonly stored: ScanConfiguration
  readonly onClose: () => void
  readonly onDeleted: () => void
}

function Delete({ stored, onClose, onDeleted }: DeleteProps) {
  const remove = async (): Promise<void> => {
    await ensureDeleted(`${path}/${stored.id}`)
    done(`${stored.name} deleted.`)
    onDeleted()
    await refetch(path)
  }
  return (
    <Confirm
      title={`Delete ${stored.name}?`}
      onClose={onClose}
      action="Delete configuration"
      onConfirm={remove}
    >
      <p>
        {attached(stored) === 0
          ? 'No provider uses it.'
          : `The next scans of ${counted(attached(stored), 'provider')} use the defaults again.`}{' '}
        Existing findings do not change.
      </p>
    </Confirm>
  )
}
