/** Scanned accounts: connection state, last scan, and next scan. */
import { useMemo } from 'react'
import { useLocation } from 'wouter'
import { usePaged } from '../api/hooks.ts'
import { Button } from '../kit/button.tsx'
import { Filters } from '../kit/filters.tsx'
import { List } from '../kit/list.tsx'
import { useShortcuts } from '../kit/shortcuts.ts'
import { Empty } from '../kit/states.tsx'
import { useView } from '../kit/view.ts'
import { counted } from '../kit/words.ts'
import { unless, useMe } from '../session/me.tsx'
import { columns } from './columns.tsx'
import { ProviderPanel } from './provider-panel.tsx'
import './providers.css'
import { lazily } from '../kit/lazily.tsx'

const Connect = lazily(() => import('./connect.tsx'))

export default function Providers() {
  const [path] = useLocation()
  return path.startsWith('/providers/connect') ? <Connect /> : <ProviderList />
}

function ConnectButton() {
  const [, go] = useLocation()
  const refusal = unless(useMe(), 'manage_providers')
  useShortcuts('Providers', [
    {
      keys: 'n',
      label: 'Connect a provider',
      run: () => go('/providers/connect'),
      disabledBecause: refusal,
    },
  ])
  return (
    <Button
      kind="primary"
      icon="plus"
      aria-disabled={refusal !== undefined}
      title={refusal ?? 'Connect a provider (n)'}
      onClick={() => refusal ?? go('/providers/connect')}
    >
      Connect a provider
    </Button>
  )
}

function ProviderList() {
  const { view, query, set } = useView()
  const asked = useMemo(() => ({ sort: 'alias', ...query, include: 'provider_groups' }), [query])
  const providers = usePaged<'providers'>('/providers', asked)
  return (
    <div className="screen">
      <header className="screen-head">
        <h1>Providers</h1>
        <p className="muted" role="status">
          {providers.count === undefined ? '' : counted(providers.count, 'provider')}
        </p>
        <ConnectButton />
      </header>
      <Filters
        view={view}
        set={set}
        search="providers"
        choices={[
          {
            name: 'filter[connected]',
            title: 'Connection',
            values: ['true', 'false'],
            label: (value) => (value === 'true' ? 'Connected' : 'Not connected'),
          },
        ]}
      />
      <div className="split">
        <div>
          <List
            label="Providers"
            columns={columns}
            rows={providers}
            sort="alias"
            empty={
              <Empty
                icon="providers"
                title="No provider is connected yet"
                action={<ConnectButton />}
              >
                A provider is an account to scan. When you connect a provider, Plumbline tests its
                credentials. You can then start the first scan.
              </Empty>
            }
          />
        </div>
        {view['open'] && (
          <ProviderPanel
            key={view['open']}
            id={view['open']}
            onClose={() => set({ open: undefined, tab: undefined })}
          />
        )}
      </div>
    </div>
  )
}
