/** One integration: its connection, deliveries and settings. */
import { useState } from 'react'
import { Link } from 'wouter'
import { change, ensureDeleted } from '../api/client.ts'
import type { Included } from '../api/documents.ts'
import { forget, refetch, useList, useShow, useWhole } from '../api/hooks.ts'
import { Button } from '../kit/button.tsx'
import { ConnectionMark } from '../kit/connection-mark.tsx'
import { Confirm } from '../kit/dialog.tsx'
import { Elapsed } from '../kit/elapsed.tsx'
import { Panel, Tabs } from '../kit/panel.tsx'
import { Loading, Trouble } from '../kit/states.tsx'
import { Time } from '../kit/time.tsx'
import { done, failed } from '../kit/toast.tsx'
import { useView } from '../kit/view.ts'
import { number } from '../kit/words.ts'
import { testConnection, useIntegrationRefusals, useTested } from './connection.ts'
import { states, stateWords } from './delivery-words.ts'
import { changeOf } from './draft.ts'
import { Facts } from './facts.tsx'
import { IntegrationForm } from './integration-form.tsx'
import { type Integration, titleOf, types } from './types.ts'

interface Props {
  readonly id: string
  readonly onClose: () => void
}

export function IntegrationPanel({ id, onClose }: Props) {
  const { view, set } = useView()
  const asked = useShow<'integrations'>(`/integrations/${id}`, { include: 'providers' })
  const shown = asked.data
  if (!shown)
    return (
      <Panel title="Integration" onClose={onClose}>
        {asked.error ? (
          <Trouble error={asked.error} retry={() => void asked.refetch()} />
        ) : (
          <Loading />
        )}
      </Panel>
    )
  const { row: integration, included } = shown
  return (
    <Panel title={titleOf(integration)} onClose={onClose}>
      <Tabs
        label="Integration details"
        current={view['tab'] ?? 'summary'}
        onChange={(tab) => set({ tab: tab === 'summary' ? undefined : tab })}
        tabs={[
          {
            key: 'summary',
            title: 'Summary',
            content: () => (
              <Summary integration={integration} included={included} onGone={onClose} />
            ),
          },
          {
            key: 'settings',
            title: 'Settings',
            content: () => <Settings integration={integration} />,
          },
        ]}
      />
    </Panel>
  )
}

interface OfIntegration {
  readonly integration: Integration
}

function Summary({
  integration,
  included,
  onGone,
}: OfIntegration & { readonly included: Included; readonly onGone: () => void }) {
  return (
    <>
      <Connection integration={integration} />
      <p>{types[integration.integration_type].about}</p>
      <Sent integration={integration} />
      <Facts integration={integration} included={included} />
      <div className="row">
        <Switch integration={integration} />
        <Delete integration={integration} onGone={onGone} />
      </div>
    </>
  )
}

function Connection({ integration: { id, connected, connection_last_checked_at } }: OfIntegration) {
  const since = useTested(id)
  const reason = useIntegrationRefusals(connected === false).get(id)
  return (
    <section className="connection" aria-label="Connection">
      <div className="row spread">
        <span>
          <ConnectionMark connected={connected} />{' '}
          <span className="muted small">
            {connected !== null && <Time at={connection_last_checked_at} />}
          </span>
        </span>
        <Button icon="refresh" isBusy={since !== undefined} onClick={() => testConnection(id)}>
          {since === undefined ? 'Test connection' : 'Testing'}
        </Button>
      </div>
      {since === undefined && connected === false && reason && <p className="error">{reason}</p>}
      {since !== undefined && (
        <p role="status" className="muted">
          Testing for <Elapsed since={since} />. You can leave this page. The result is shown here
          and as a message.
        </p>
      )}
    </section>
  )
}

/** The number of deliveries in each state, as links to them. */
function Sent({ integration: { id } }: OfIntegration) {
  return (
    <section aria-label="Deliveries">
      <h3>Deliveries</h3>
      <p className="row">
        {states.map((state) => (
          <SentLink key={state} id={id} state={state} />
        ))}
        <Link href={`/integrations/${id}/deliveries`}>All (last 90 days)</Link>
      </p>
    </section>
  )
}

function SentLink({ id, state }: { readonly id: string; readonly state: (typeof states)[number] }) {
  const { data, error } = useList<'integration-deliveries'>(
    `/integrations/${id}/deliveries`,
    { 'filter[state]': state, 'page[size]': 1 },
    { refetchInterval: 10_000 },
  )
  if (error || !data) return null
  return (
    <Link href={`/integrations/${id}/deliveries?filter[state__in]=${state}`}>
      {number(data.count)} {stateWords[state].toLowerCase()}
    </Link>
  )
}

function Switch({ integration: { id, enabled, ...of } }: OfIntegration) {
  const [isBusy, setBusy] = useState(false)
  const turn = (): void => {
    setBusy(true)
    change(`/integrations/${id}`, { type: 'integrations', id, attributes: { enabled: !enabled } })
      .then(() => refetch('/integrations'))
      .then(() => done(`${titleOf(of)} ${enabled ? 'disabled' : 'enabled'}.`))
      .catch(failed)
      .finally(() => setBusy(false))
  }
  return (
    <Button
      isBusy={isBusy}
      onClick={turn}
      title={
        enabled
          ? 'Nothing is sent while the integration is disabled. Pending deliveries are kept.'
          : undefined
      }
    >
      {enabled ? 'Disable' : 'Enable'}
    </Button>
  )
}

function Delete({ integration, onGone }: OfIntegration & { readonly onGone: () => void }) {
  const [asks, setAsks] = useState(false)
  const path = `/integrations/${integration.id}`
  const remove = async (): Promise<void> => {
    await ensureDeleted(path)
    onGone()
    forget(path)
    done(`${titleOf(integration)} deleted.`)
    await refetch('/integrations')
  }
  return (
    <>
      <Button kind="danger" onClick={() => setAsks(true)}>
        Delete
      </Button>
      {asks && (
        <Confirm
          title={`Delete ${titleOf(integration)}?`}
          onClose={() => setAsks(false)}
          action="Delete"
          onConfirm={remove}
        >
          <p>
            Its credentials, delivery log and pending deliveries are also deleted. Messages and
            issues already sent are not affected.
          </p>
        </Confirm>
      )}
    </>
  )
}

function Settings({ integration }: OfIntegration) {
  const [saves, setSaves] = useState(0)
  return <SettingsForm key={saves} integration={integration} onSaved={() => setSaves(saves + 1)} />
}

function SettingsForm({ integration, onSaved }: OfIntegration & { readonly onSaved: () => void }) {
  const [stored] = useState(integration)
  const { id, integration_type: type, configuration } = stored
  const providers = useWhole<'providers'>('/providers', { sort: 'alias' })
  if (providers.error)
    return <Trouble error={providers.error} retry={() => void providers.refetch()} />
  if (!providers.data) return <Loading />
  return (
    <IntegrationForm
      type={type}
      stored={stored}
      providers={providers.data}
      action="Save"
      onSubmit={async (typed, relationships) => {
        const attributes = changeOf(type, typed, configuration)
        const isOther = Object.keys(attributes).length > 0
        if (!isOther && !relationships) return done('No changes to save.')
        await change(`/integrations/${id}`, {
          type: 'integrations',
          id,
          attributes,
          ...(relationships && { relationships }),
        })
        await refetch('/integrations')
        onSaved()
        done(isOther ? 'Saved. Testing the connection.' : 'Saved.')
        if (isOther) testConnection(id)
      }}
    />
  )
}
