/** The progress of sending findings to a tracker; after the dialog is closed, a message reports the end. */
import { useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { type Delivery, issueOf } from '../api/deliveries.ts'
import type { Row } from '../api/documents.ts'
import { refetch, useWholePage } from '../api/hooks.ts'
import { taskEnded } from '../api/tasks.ts'
import { Button } from '../kit/button.tsx'
import { Elapsed } from '../kit/elapsed.tsx'
import { Trouble } from '../kit/states.tsx'
import { done, failed } from '../kit/toast.tsx'
import { counted, number } from '../kit/words.ts'
import { failedGroups, type Outcome, outcomeOf, outcomeWords } from './send.ts'

export interface Dispatched {
  readonly integrationId: string
  readonly tasks: readonly Row<'tasks'>[]
  /** The error because of which the rest was not requested. */
  readonly stopped: Error | null
}

interface Props {
  readonly sent: Dispatched
  readonly onClose: () => void
}

const everyMs = 1_500

/** Waits for all tasks. */
async function ended(tasks: Dispatched['tasks']): Promise<Outcome> {
  const all = await Promise.all(tasks.map(({ id }) => taskEnded(id)))
  return outcomeOf(all)
}

function announce(outcome: Outcome): void {
  const said = `Jira: ${outcomeWords(outcome)}.`
  if (outcome.failed > 0 || outcome.error)
    failed(new Error([said, outcome.error].filter(Boolean).join(' ')))
  else done(said)
}

export function SendResult({ sent, onClose }: Props) {
  const { integrationId, tasks, stopped } = sent
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [since] = useState(Date.now)
  const isThere = useRef(true)
  const path = `/integrations/${integrationId}/deliveries`
  useEffect(() => {
    isThere.current = true
    return () => {
      isThere.current = false
    }
  }, [])
  useEffect(() => {
    ended(tasks)
      .then(async (all) => {
        await refetch(path)
        if (isThere.current) setOutcome(all)
        else announce(all)
      })
      .catch(failed)
  }, [tasks, path])
  const deliveries = useWholePage<'integration-deliveries'>(path, {
    'filter[task_id__in]': tasks.map(({ id }) => id).join(','),
    sort: 'inserted_at',
  })
  useEffect(() => {
    if (outcome) return undefined
    const timer = setInterval(() => void refetch(path), everyMs)
    return () => clearInterval(timer)
  }, [outcome, path])
  const rows = deliveries.data?.rows ?? []
  const total = tasks.reduce((sum, { task_args }) => sum + Number(task_args['issues'] ?? 0), 0)
  const there = rows.filter(({ state }) => state === 'delivered').length
  return (
    <>
      <div role="status">
        {outcome ? (
          <p>
            <b>{outcomeWords(outcome)}.</b>
            {outcome.error && rows.every(({ state }) => state === 'delivered') && (
              <span className="error"> {outcome.error}</span>
            )}
          </p>
        ) : (
          <p>
            {number(there)} of {counted(total, 'issue')} sent after <Elapsed since={since} />. You
            can close this dialog. A message shows the result.
          </p>
        )}
      </div>
      {stopped && (
        <p className="form-error" role="alert">
          Some issues were not queued: {stopped.message}
        </p>
      )}
      {deliveries.error && !deliveries.data && (
        <Trouble error={deliveries.error} retry={() => void deliveries.refetch()} />
      )}
      <Failed rows={rows} />
      <Issues rows={rows} />
      <footer className="row spread">
        <Link href={path} onClick={onClose}>
          Delivery log
        </Link>
        <CloseButton onClick={onClose} />
      </footer>
    </>
  )
}

interface OfRows {
  readonly rows: readonly Delivery[]
}

function Failed({ rows }: OfRows) {
  const groups = failedGroups(rows)
  if (groups.length === 0) return null
  return (
    <section aria-label="Not sent">
      <h3>Not sent</h3>
      <ul className="uids" tabIndex={0} aria-label="Reasons by check">
        {groups.map(({ check_id, reason, issues, isWaiting }) => (
          <li key={`${check_id} ${reason}`} className="small">
            <span className="mono">{check_id}</span>
            {issues > 1 && ` (${counted(issues, 'issue')})`}:{' '}
            <span className="error">{reason}</span>
            {isWaiting && ' Plumbline will retry.'}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Issues({ rows }: OfRows) {
  const issues = rows.flatMap((row) => {
    const issue = issueOf(row)
    return issue && row.state === 'delivered' ? [{ row, issue }] : []
  })
  if (issues.length === 0) return null
  return (
    <section aria-label="Issues">
      <h3>Issues</h3>
      <ul className="uids" tabIndex={0} aria-label="Issues by check">
        {issues.map(({ row: { id, subject }, issue }) => (
          <li key={id} className="small">
            {issue.url ? (
              <a href={issue.url} target="_blank" rel="noreferrer">
                {issue.key}
              </a>
            ) : (
              issue.key
            )}{' '}
            {issue.isNew ? 'created' : 'updated'},{' '}
            <span className="mono">{String(subject['check_id'])}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Takes the focus from the previous form. */
function CloseButton({ onClick }: { readonly onClick: () => void }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.querySelector('button')?.focus(), [])
  return (
    <div ref={place}>
      <Button onClick={onClick}>Close</Button>
    </div>
  )
}
