/** One resource: its facts, findings and events. */
import { useState } from 'react'
import { Link } from 'wouter'
import { create } from '../api/client.ts'
import type { Row } from '../api/documents.ts'
import { refetch, useList, useShow } from '../api/hooks.ts'
import { search } from '../api/query.ts'
import { Button } from '../kit/button.tsx'
import { copied } from '../kit/clipboard.ts'
import { Code } from '../kit/code.tsx'
import { SeverityMark, StatusMark, Tag } from '../kit/marks.tsx'
import { Panel, Tabs } from '../kit/panel.tsx'
import { useShortcuts } from '../kit/shortcuts.ts'
import { Empty, Loading, Trouble } from '../kit/states.tsx'
import { Time } from '../kit/time.tsx'
import { done, failed } from '../kit/toast.tsx'
import { useView } from '../kit/view.ts'
import { counted, number } from '../kit/words.ts'
import { unless, useMe } from '../session/me.tsx'
import { failingOf } from './columns.tsx'
import { factsOf } from './facts.ts'
import { Events } from './events.tsx'

export function ResourcePanel({
  id,
  onClose,
}: {
  readonly id: string
  readonly onClose: () => void
}) {
  const { view, set } = useView()
  const asked = useShow<'resources'>(`/resources/${id}`, { include: 'provider' })
  if (asked.error || !asked.data)
    return (
      <Panel title="Resource" onClose={onClose}>
        {asked.error ? (
          <Trouble error={asked.error} retry={() => void asked.refetch()} />
        ) : (
          <Loading />
        )}
      </Panel>
    )
  const { row: resource, included } = asked.data
  const provider = included.of('providers', resource, 'provider')
  return (
    <Panel title={resource.name || resource.uid} onClose={onClose}>
      <Actions resource={resource} provider={provider} />
      <Tabs
        label="Resource details"
        current={view['tab'] ?? 'findings'}
        onChange={(tab) => set({ tab })}
        tabs={[
          { key: 'findings', title: 'Findings', content: () => <Findings resource={resource} /> },
          {
            key: 'attributes',
            title: 'Attributes',
            content: () => <Facts resource={resource} provider={provider} />,
          },
          { key: 'events', title: 'Events', content: () => <Events id={id} /> },
        ]}
      />
    </Panel>
  )
}

interface Of {
  readonly resource: Row<'resources'>
  readonly provider: Row<'providers'> | undefined
}

function Actions({ resource, provider }: Of) {
  const me = useMe()
  const [isBusy, setBusy] = useState(false)
  const noScans = unless(me, 'manage_scans')
  const copy = (): void => void copied(resource.uid).then(() => done('UID copied.'), failed)
  const recheck = (): void => {
    if (noScans || !provider || isBusy) return
    setBusy(true)
    create('/scans', {
      type: 'scans',
      attributes: { resource_uids: [resource.uid] },
      relationships: { provider: { data: { type: 'providers', id: provider.id } } },
    })
      .then(() => {
        done(
          'Partial scan of this resource queued. Overviews and compliance change with the next full scan.',
        )
        return refetch('/scans')
      }, failed)
      .finally(() => setBusy(false))
  }
  useShortcuts('Resource', [
    { keys: 'r', label: 'Re-check this resource', run: recheck, disabledBecause: noScans },
    { keys: 'c', label: 'Copy the UID of this resource', run: copy },
  ])
  return (
    <div className="row resource-actions">
      <Button
        icon="refresh"
        isBusy={isBusy}
        aria-disabled={noScans !== undefined || undefined}
        title={noScans ?? 'r'}
        onClick={recheck}
      >
        Re-check
      </Button>
      <Button icon="copy" title="c" onClick={copy}>
        Copy UID
      </Button>
    </div>
  )
}

interface Metadata {
  readonly checktitle?: string
}

const most = 50

function Findings({ resource }: Pick<Of, 'resource'>) {
  const asked = useList<'findings'>('/findings/latest', {
    'filter[resources]': resource.id,
    sort: 'status,severity',
    'page[size]': most,
  })
  if (asked.error) return <Trouble error={asked.error} retry={() => void asked.refetch()} />
  if (!asked.data) return <Loading />
  const { rows, count } = asked.data
  if (count === 0)
    return (
      <Empty icon="findings" title="No findings for this resource">
        The latest scan recorded no findings for this resource.
      </Empty>
    )
  const all = { 'filter[resources]': resource.id, 'filter[status__in]': 'FAIL,MANUAL,PASS' }
  return (
    <>
      <p>
        <Link href={`/findings${search(all)}`}>{counted(count, 'finding')}</Link>,{' '}
        <Link href={failingOf(resource.id)}>{number(resource.failed_findings_count)} failing</Link>
      </p>
      <ul className="resource-findings">
        {rows.map((finding) => (
          <li key={finding.id}>
            <StatusMark status={finding.status} />
            <Link href={`/findings${search({ ...all, open: finding.id })}`}>
              {(finding.check_metadata as Metadata | null)?.checktitle || finding.check_id}
            </Link>
            <span>
              <SeverityMark severity={finding.severity} />
              {finding.muted && <Tag kind="muted">Muted</Tag>}
            </span>
          </li>
        ))}
      </ul>
      {count > rows.length && (
        <p className="muted">
          Showing the first {rows.length} of {number(count)}.
        </p>
      )}
    </>
  )
}

function Facts({ resource, provider }: Of) {
  const facts = factsOf(resource.metadata)
  return (
    <>
      <dl className="facts">
        <dt>UID</dt>
        <dd>
          <Code text={resource.uid} label="UID" />
        </dd>
        <dt>Type</dt>
        <dd>{resource.type}</dd>
        <dt>Service</dt>
        <dd>{resource.service}</dd>
        <dt>Region</dt>
        <dd>{resource.region}</dd>
        <dt>Provider</dt>
        <dd>{provider ? `${provider.alias ?? ''} ${provider.uid}`.trim() : ''}</dd>
        <dt>First seen</dt>
        <dd>
          <Time at={resource.inserted_at} />
        </dd>
        <dt>Last seen</dt>
        <dd>
          <Time at={resource.updated_at} />
        </dd>
        {resource.groups && resource.groups.length > 0 && (
          <>
            <dt>Groups</dt>
            <dd>{resource.groups.join(', ')}</dd>
          </>
        )}
      </dl>
      <section>
        <h3>Tags</h3>
        {Object.keys(resource.tags).length === 0 ? (
          <p className="muted">No tags.</p>
        ) : (
          <dl className="facts">
            {Object.entries(resource.tags).map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        )}
      </section>
      {facts.length > 0 && (
        <section>
          <h3>Details</h3>
          <dl className="facts">
            {facts.map(({ name, value }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd className="mono">{value}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      {resource.details && <p>{resource.details}</p>}
    </>
  )
}
