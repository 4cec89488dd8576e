/** One delivery: its subject, a summary of its attempts, and resending. */
import { useState } from 'react'
import { Link } from 'wouter'
import { create } from '../api/client.ts'
import { type Delivery, issueOf } from '../api/deliveries.ts'
import { refetch, useShow } from '../api/hooks.ts'
import { Button } from '../kit/button.tsx'
import { Code } from '../kit/code.tsx'
import { Panel } from '../kit/panel.tsx'
import { Loading, Trouble } from '../kit/states.tsx'
import { Time } from '../kit/time.tsx'
import { done, failed } from '../kit/toast.tsx'
import { number } from '../kit/words.ts'
import { DeliveryState } from './delivery-state.tsx'
import { aboutOf, kindOf } from './delivery-words.ts'

interface Props {
  readonly integrationId: string
  readonly id: string
  readonly onClose: () => void
}

const everyMs = 2_000

export function DeliveryPanel({ integrationId, id, onClose }: Props) {
  const path = `/integrations/${integrationId}/deliveries/${id}`
  const asked = useShow<'integration-deliveries'>(
    path,
    {},
    { refetchInterval: (shown) => shown?.row.state === 'pending' && everyMs },
  )
  const delivery = asked.data?.row
  return (
    <Panel title={delivery ? kindOf(delivery) : 'Delivery'} onClose={onClose}>
      {asked.error && <Trouble error={asked.error} retry={() => void asked.refetch()} />}
      {!delivery && !asked.error && <Loading />}
      {delivery && (
        <div className="tab-panel">
          {delivery.reason && (
            <p className={delivery.state === 'failed' ? 'form-error' : 'muted'}>
              {delivery.reason}
            </p>
          )}
          <Facts delivery={delivery} />
          <Replay path={path} delivery={delivery} />
          {delivery.outcome && (
            <section>
              <h3>Outcome</h3>
              <Code text={JSON.stringify(delivery.outcome, null, 2)} label="Outcome" />
            </section>
          )}
        </div>
      )}
    </Panel>
  )
}

interface OfDelivery {
  readonly delivery: Delivery
}

function Facts({ delivery }: OfDelivery) {
  const issue = issueOf(delivery)
  const { state, subject, attempts, inserted_at, attempted_at, next_attempt_at, ended_at } =
    delivery
  const scan = subject['scan_id']
  return (
    <dl className="facts">
      <dt>State</dt>
      <dd>
        <DeliveryState state={state} />
      </dd>
      {issue && (
        <>
          <dt>Issue</dt>
          <dd>
            {issue.url ? (
              <a href={issue.url} target="_blank" rel="noreferrer">
                {issue.key}
              </a>
            ) : (
              issue.key
            )}
          </dd>
        </>
      )}
      {aboutOf(delivery) && (
        <>
          <dt>About</dt>
          <dd>{aboutOf(delivery)}</dd>
        </>
      )}
      {typeof scan === 'string' && (
        <>
          <dt>Scan</dt>
          <dd>
            <Link href={`/scans?open=${scan}`} className="mono">
              {scan}
            </Link>
          </dd>
        </>
      )}
      <dt>Attempts</dt>
      <dd>{number(attempts)}</dd>
      <dt>Queued</dt>
      <dd>
        <Time at={inserted_at} />
      </dd>
      <dt>Last attempt</dt>
      <dd>
        <Time at={attempted_at} />
      </dd>
      {next_attempt_at && (
        <>
          <dt>Next attempt</dt>
          <dd>
            <Time at={next_attempt_at} />
          </dd>
        </>
      )}
      {ended_at && (
        <>
          <dt>Ended</dt>
          <dd>
            <Time at={ended_at} />
          </dd>
        </>
      )}
      <dt>ID</dt>
      <dd className="mono">{delivery.id}</dd>
    </dl>
  )
}

const actions = {
  pending: 'Try now',
  delivered: 'Send again',
  failed: 'Send again',
} as const

function Replay({ path, delivery: { state } }: OfDelivery & { readonly path: string }) {
  const [isBusy, setBusy] = useState(false)
  const replay = (): void => {
    setBusy(true)
    create(`${path}/replay`)
      .then(() => refetch('/integrations'))
      .then(() => done('Delivery queued.'))
      .catch(failed)
      .finally(() => setBusy(false))
  }
  return (
    <div className="stack">
      <div className="row">
        <Button icon="refresh" isBusy={isBusy} onClick={replay}>
          {actions[state]}
        </Button>
      </div>
      {state === 'delivered' && (
        <p className="muted small">
          This was delivered. If sent again, it keeps the same ID, so receivers can detect the
          duplicate.
        </p>
      )}
    </div>
  )
}
