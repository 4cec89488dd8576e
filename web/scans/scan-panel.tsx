/** One scan: its result, its new findings, and its gaps. */
import { Link } from 'wouter'
import type { Row } from '../api/documents.ts'
import { change } from '../api/client.ts'
import { refetch, useShow } from '../api/hooks.ts'
import { taskReason } from '../api/tasks.ts'
import { Button } from '../kit/button.tsx'
import { Field } from '../kit/field.tsx'
import { Form, useSubmit } from '../kit/form.tsx'
import { Panel, Tabs } from '../kit/panel.tsx'
import { Loading, Trouble } from '../kit/states.tsx'
import { duration, Time } from '../kit/time.tsx'
import type { UsedView } from '../kit/view.ts'
import { counted, number } from '../kit/words.ts'
import { unless, useMe } from '../session/me.tsx'
import { ByService, Coverage } from './coverage.tsx'
import { DifferenceFacts, ofScan } from './differences.tsx'
import type { Scan } from './follow.ts'
import { PartialTag, StateMark, triggerWord } from './marks.tsx'
import { paceMs } from './progress.ts'
import { ProviderLink } from './provider-name.tsx'
import { whyNoReports } from './report-files.ts'
import { Reports } from './reports.tsx'
import { CancelScan } from './running.tsx'

interface Props {
  readonly id: string
  readonly used: UsedView
}

export function ScanPanel({ id, used: { view, set } }: Props) {
  const onClose = (): void => set({ open: undefined, part: undefined })
  const asked = useShow<'scans'>(
    `/scans/${id}`,
    { include: 'provider,task' },
    { refetchInterval: (shown) => (shown?.row.completed_at === null ? paceMs(0) : false) },
  )
  if (asked.error)
    return (
      <Panel title="Scan" onClose={onClose}>
        <Trouble error={asked.error} retry={() => void asked.refetch()} />
      </Panel>
    )
  if (!asked.data)
    return (
      <Panel title="Scan" onClose={onClose}>
        <Loading />
      </Panel>
    )
  const { row: scan, included } = asked.data
  const provider = included.of('providers', scan, 'provider')
  const task = included.of('tasks', scan, 'task')
  const title = scan.name ?? `Scan of ${provider?.alias ?? provider?.uid ?? 'a provider'}`
  return (
    <Panel title={title} onClose={onClose}>
      <Tabs
        label="Scan details"
        current={view['part'] ?? 'summary'}
        onChange={(part) => set({ part })}
        tabs={[
          {
            key: 'summary',
            title: 'Summary',
            content: () => (
              <Summary
                scan={scan}
                provider={provider}
                task={task}
                onReports={() => set({ part: 'reports' })}
              />
            ),
          },
          { key: 'services', title: 'By service', content: () => <ByService scan={scan} /> },
          { key: 'coverage', title: 'Coverage', content: () => <Coverage scan={scan} /> },
          ...(whyNoReports(scan) === undefined
            ? [{ key: 'reports', title: 'Reports', content: () => <Reports scan={scan} /> }]
            : []),
        ]}
      />
    </Panel>
  )
}

interface SummaryProps {
  readonly scan: Scan
  readonly provider: Row<'providers'> | undefined
  readonly task: Row<'tasks'> | undefined
  readonly onReports: () => void
}

function Summary({ scan, provider, task, onReports }: SummaryProps) {
  const noReports = whyNoReports(scan)
  const isDone = scan.state === 'completed'
  const isOpen = scan.state === 'available' || scan.state === 'executing'
  return (
    <>
      <div className="row">
        <StateMark state={scan.state} />
        <PartialTag scan={scan} />
        {scan.state === 'executing' && <span className="mono">{scan.progress} %</span>}
        {isOpen && <CancelScan scan={scan} provider={provider} />}
      </div>
      {scan.state === 'failed' && <Failure task={task} />}
      {scan.is_partial && <PartialNote task={task} />}
      <dl className="facts">
        <dt>Provider</dt>
        <dd>
          <ProviderLink provider={provider} /> <span className="mono muted">{provider?.uid}</span>
        </dd>
        <dt>Trigger</dt>
        <dd>{triggerWord(scan.trigger)}</dd>
        <dt>Queued</dt>
        <dd>
          <Time at={scan.inserted_at} />
        </dd>
        <dt>Started</dt>
        <dd>
          <Time at={scan.started_at} />
        </dd>
        <dt>Ended</dt>
        <dd>{scan.completed_at ? <Time at={scan.completed_at} /> : 'Not yet'}</dd>
        <dt>Duration</dt>
        <dd>{scan.duration === null ? '' : duration(scan.duration)}</dd>
        <dt>Reports</dt>
        <dd>
          {noReports ?? (
            <button type="button" className="link" onClick={onReports}>
              Download reports and evidence
            </button>
          )}
        </dd>
        {isDone && (
          <>
            <dt>Resources</dt>
            <dd className="mono">{number(scan.unique_resource_count)}</dd>
            <dt>Findings</dt>
            <dd>
              <Link href={ofScan(scan.id)}>All findings of this scan</Link>
            </dd>
          </>
        )}
      </dl>
      {isDone && !scan.is_partial && scan.trigger !== 'imported' && (
        <section>
          <h3>Changes since previous scan</h3>
          <DifferenceFacts scan={scan} />
        </section>
      )}
      <RenameScan key={scan.id} scan={scan} />
    </>
  )
}

function Failure({ task }: { readonly task: Row<'tasks'> | undefined }) {
  const { code } = (task?.result ?? {}) as { readonly code?: string }
  return (
    <div className="form-error" role="alert">
      <p>{(task && taskReason(task)) ?? 'The scan failed. The task reports no reason.'}</p>
      {code && (
        <p className="small">
          Code <code>{code}</code>
        </p>
      )}
    </div>
  )
}

/** Explains that a partial scan has no report and what it does not change. */
function PartialNote({ task }: { readonly task: Row<'tasks'> | undefined }) {
  const uids = (task?.task_args['resource_uids'] ?? []) as readonly string[]
  const of = uids.length > 0 ? ` of ${counted(uids.length, 'resource')}` : ''
  return (
    <section className="partial-scan-note">
      <p>
        A partial scan{of}. It produces no report files and does not change overviews or compliance.
        These change with the next full scan.
      </p>
      <ul className="bullets">
        {uids.map((uid) => (
          <li key={uid}>
            <Link
              href={`/findings?filter[resource_uid]=${encodeURIComponent(uid)}`}
              className="mono"
            >
              {uid}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function RenameScan({ scan }: { readonly scan: Scan }) {
  const refusal = unless(useMe(), 'manage_scans')
  const submitting = useSubmit(['name'], async ({ name }) => {
    await change(`/scans/${scan.id}`, {
      type: 'scans',
      id: scan.id,
      attributes: { name: name?.trim() || null },
    })
    await refetch('/scans')
  })
  return (
    <Form submitting={submitting} label="Rename scan">
      <Field
        label="Name"
        name="name"
        defaultValue={scan.name ?? ''}
        error={submitting.errors['name']}
        readOnly={refusal !== undefined}
        hint={refusal}
        autoComplete="off"
      />
      <div>
        <Button type="submit" isBusy={submitting.isBusy} disabled={refusal !== undefined}>
          Rename
        </Button>
      </div>
    </Form>
  )
}
