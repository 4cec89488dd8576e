/** One provider: its connection, relationships and actions. */
import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import type { Row } from '../api/documents.ts'
import { useList, useShow } from '../api/hooks.ts'
import { Button } from '../kit/button.tsx'
import { ConnectionMark } from '../kit/connection-mark.tsx'
import { Elapsed } from '../kit/elapsed.tsx'
import { Panel, Tabs } from '../kit/panel.tsx'
import { Loading, Trouble } from '../kit/states.tsx'
import { Time } from '../kit/time.tsx'
import { failed } from '../kit/toast.tsx'
import { useView } from '../kit/view.ts'
import { counted } from '../kit/words.ts'
import { unless, useMe } from '../session/me.tsx'
import { ConfigurationOf, LastScan, NextScan } from './columns.tsx'
import { useProviderRefusals } from './connection.tsx'
import { announce, nameOf, testConnection } from './connection-test.ts'
import { DeleteProvider, RenameProvider } from './provider-dialogs.tsx'
import { ProviderGroups } from './provider-groups.tsx'
import { ReplaceCredentials } from './replace-credentials.tsx'
import { type Kind, useKinds } from '../api/provider-kinds.ts'

type Provider = Row<'providers'>

export function ProviderPanel({
  id,
  onClose,
}: {
  readonly id: string
  readonly onClose: () => void
}) {
  const { view, set } = useView()
  const asked = useShow<'providers'>(`/providers/${id}`)
  const kinds = useKinds()
  if (asked.error)
    return (
      <Panel title="Provider" onClose={onClose}>
        <Trouble error={asked.error} retry={() => void asked.refetch()} />
      </Panel>
    )
  const provider = asked.data?.row
  if (!provider)
    return (
      <Panel title="Provider" onClose={onClose}>
        <Loading />
      </Panel>
    )
  const kind = kinds.data?.rows.find((one) => one.id === provider.provider)
  return (
    <Panel title={nameOf(provider)} onClose={onClose}>
      <Tabs
        label="Provider details"
        current={view['tab'] ?? 'summary'}
        onChange={(tab) => set({ tab })}
        tabs={[
          {
            key: 'summary',
            title: 'Summary',
            content: () => <Summary provider={provider} kind={kind} onDeleted={onClose} />,
          },
          {
            key: 'credentials',
            title: 'Credentials',
            content: () =>
              kind ? <ReplaceCredentials provider={provider} kind={kind} /> : <Loading />,
          },
          { key: 'groups', title: 'Groups', content: () => <ProviderGroups id={provider.id} /> },
        ]}
      />
    </Panel>
  )
}

interface SummaryProps {
  readonly provider: Provider
  readonly kind: Kind | undefined
  readonly onDeleted: () => void
}

function Summary({ provider, kind, onDeleted }: SummaryProps) {
  const [dialog, setDialog] = useState<'rename' | 'delete' | null>(null)
  const refusal = unless(useMe(), 'manage_providers')
  const { id } = provider
  return (
    <>
      <Connection provider={provider} kind={kind} refusal={refusal} />
      <dl className="facts">
        <dt>Type</dt>
        <dd>{kind?.name ?? provider.provider}</dd>
        <dt>{kind?.uid_label ?? 'ID'}</dt>
        <dd className="mono">{provider.uid}</dd>
        <dt>Alias</dt>
        <dd>{provider.alias ?? <span className="muted">none</span>}</dd>
        <dt>Last scan</dt>
        <dd>
          <LastScan id={id} />
        </dd>
        <dt>Next scan</dt>
        <dd>
          <NextScan id={id} />
        </dd>
        <dt>Configuration</dt>
        <dd>
          <ConfigurationOf id={id} />
        </dd>
        <dt>Findings</dt>
        <dd>
          <Counted
            path="/findings/latest"
            query={{ 'filter[provider_id]': id, 'filter[status]': 'FAIL', 'filter[muted]': false }}
            href={`/findings?filter[provider_id]=${id}&filter[status__in]=FAIL&filter[muted]=false`}
            noun="failing finding"
          />
        </dd>
        <dt>Resources</dt>
        <dd>
          <Counted
            path="/resources/latest"
            query={{ 'filter[provider_id]': id }}
            href={`/resources?filter[provider_id]=${id}`}
            noun="resource"
          />
        </dd>
        <dt>Connected since</dt>
        <dd>
          <Time at={provider.inserted_at} />
        </dd>
      </dl>
      <div className="row">
        <Refusable refusal={refusal} onClick={() => setDialog('rename')}>
          Rename
        </Refusable>
        <Refusable refusal={refusal} kind="danger" onClick={() => setDialog('delete')}>
          Delete
        </Refusable>
      </div>
      {dialog === 'rename' && (
        <RenameProvider provider={provider} onClose={() => setDialog(null)} />
      )}
      {dialog === 'delete' && (
        <DeleteProvider
          provider={provider}
          onClose={() => setDialog(null)}
          onDeleted={() => {
            setDialog(null)
            onDeleted()
          }}
        />
      )}
    </>
  )
}

const Refusable = ({
  refusal,
  onClick,
  children,
  kind = 'plain',
}: {
  readonly refusal: string | undefined
  readonly onClick: () => void
  readonly children: ReactNode
  readonly kind?: 'plain' | 'danger'
}) => (
  <Button
    kind={kind}
    aria-disabled={refusal !== undefined}
    title={refusal}
    onClick={() => refusal ?? onClick()}
  >
    {children}
  </Button>
)

function Connection({
  provider,
  kind,
  refusal,
}: {
  readonly provider: Provider
  readonly kind: Kind | undefined
  readonly refusal: string | undefined
}) {
  const [since, setSince] = useState<number | null>(null)
  const { connected, last_checked_at } = provider.connection
  const reason = useProviderRefusals(connected === false).get(provider.id)
  const unable = refusal ?? (kind?.scannable === false ? (kind.instead ?? undefined) : undefined)
  const test = (): void => {
    setSince(Date.now())
    testConnection(provider.id)
      .then(announce, failed)
      .finally(() => setSince(null))
  }
  return (
    <section className="connection" aria-label="Connection">
      <div className="row spread">
        <span>
          <ConnectionMark connected={connected} />{' '}
          <span className="muted small">{connected !== null && <Time at={last_checked_at} />}</span>
        </span>
        <Button
          icon="refresh"
          isBusy={since !== null}
          aria-disabled={unable !== undefined}
          title={unable}
          onClick={() => unable ?? test()}
        >
          {since === null ? 'Test connection' : 'Testing'}
        </Button>
      </div>
      {connected === false && reason && <p className="error">{reason}</p>}
      {kind?.scannable === false && <p className="muted">{kind.instead}</p>}
      {since !== null && (
        <p role="status" className="muted">
          Testing for <Elapsed since={since} />. You can leave this page. The result is shown here
          and as a message.
        </p>
      )}
    </section>
  )
}

interface CountedProps {
  readonly path: string
  readonly query: Readonly<Record<string, string | boolean>>
  readonly href: string
  readonly noun: string
}

/** The number of objects, as a link to them. */
export function Counted({ path, query, href, noun }: CountedProps) {
  const { data, error } = useList(path, { ...query, 'page[size]': 1 })
  if (error) return <span className="muted">Count unavailable: {error.message}</span>
  if (!data) return <span className="muted">…</span>
  return <Link href={href}>{counted(data.count, noun)}</Link>
}
