/** One address: its state and rules, with actions to resend the confirmation and to remove it. */
import { useState } from 'react'
import { Link } from 'wouter'
import { create, ensureDeleted } from '../api/client.ts'
import type { Row } from '../api/documents.ts'
import { forget, refetch, useShow, useWhole } from '../api/hooks.ts'
import { Button } from '../kit/button.tsx'
import { Confirm } from '../kit/dialog.tsx'
import { Panel } from '../kit/panel.tsx'
import { Loading, Trouble } from '../kit/states.tsx'
import { Time } from '../kit/time.tsx'
import { done, failed } from '../kit/toast.tsx'
import { unless, useMe } from '../session/me.tsx'
import { RecipientState, stateWords } from './marks.tsx'

interface Props {
  readonly id: string
  readonly onClose: () => void
}

export function RecipientPanel({ id, onClose }: Props) {
  const path = `/alerts/recipients/${id}`
  const [isRemoving, setRemoving] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const refusal = unless(useMe(), 'manage_alerts')
  const asked = useShow<'alert-recipients'>(path)
  const rules = useWhole<'alert-rules'>('/alerts/rules', { sort: 'name' })
  if (asked.error || !asked.data)
    return (
      <Panel title="Recipient" onClose={onClose}>
        {asked.error ? (
          <Trouble error={asked.error} retry={() => void asked.refetch()} />
        ) : (
          <Loading />
        )}
      </Panel>
    )
  const { row: recipient } = asked.data
  const { email, status } = recipient
  const naming = rules.data?.filter(({ recipient_emails }) => recipient_emails.includes(email))
  const ask = (): void => {
    setAsking(true)
    create('/alerts/recipients', { type: 'alert-recipients', attributes: { email } })
      .then(async () => {
        done(`Confirmation email to ${email} queued again.`)
        await refetch('/alerts/recipients')
      })
      .catch(failed)
      .finally(() => setAsking(false))
  }
  const remove = async (): Promise<void> => {
    await ensureDeleted(path)
    done(`${email} removed. It receives no more alerts.`)
    forget(path)
    onClose()
    await refetch('/alerts/recipients')
  }
  return (
    <Panel title={email} onClose={onClose}>
      <div className="tab-panel">
        <div className="row">
          {(status === 'pending' || status === 'bounced') && (
            <Button icon="invitations" isBusy={isAsking} disabledBecause={refusal} onClick={ask}>
              Send confirmation again
            </Button>
          )}
          <Button
            kind="danger"
            disabledBecause={
              refusal ??
              (status === 'unsubscribed'
                ? 'Unsubscribed addresses cannot be removed. Plumbline keeps them so that they receive no alerts.'
                : undefined)
            }
            onClick={() => setRemoving(true)}
          >
            Remove
          </Button>
        </div>
        <p>{stateWords(recipient)}</p>
        <dl className="facts">
          <dt>State</dt>
          <dd>
            <RecipientState recipient={recipient} />
          </dd>
          <dt>Confirmation sent</dt>
          <dd>
            <Time at={recipient.confirmation_sent_at} />
          </dd>
          <dt>Added</dt>
          <dd>
            <Time at={recipient.inserted_at} />
          </dd>
        </dl>
        <section>
          <h3>Rules with this address</h3>
          <Naming rules={naming} />
        </section>
      </div>
      {isRemoving && (
        <Confirm
          title={`Remove ${email}?`}
          onClose={() => setRemoving(false)}
          action="Remove address"
          onConfirm={remove}
        >
          <p>
            The address receives no more alerts. Rules keep the address. If you add it again, the
            recipient must confirm again.
          </p>
        </Confirm>
      )}
    </Panel>
  )
}

function Naming({ rules }: { readonly rules: readonly Row<'alert-rules'>[] | undefined }) {
  if (!rules) return null
  if (rules.length === 0)
    return <p className="muted">No rules visible to you contain this address.</p>
  return (
    <ul className="bullets">
      {rules.map(({ id, name }) => (
        <li key={id}>
          <Link href={`/alerts?open=${id}`}>{name}</Link>
        </li>
      ))}
    </ul>
  )
}
