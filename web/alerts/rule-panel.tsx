/** One rule: its condition, its recipients, and why it may be silent; with actions to disable and delete it. */
import { useState } from 'react'
import { Link } from 'wouter'
import { change, ensureDeleted } from '../api/client.ts'
import type { Row } from '../api/documents.ts'
import { forget, refetch, useShow, useWhole } from '../api/hooks.ts'
import { Button } from '../kit/button.tsx'
import { Confirm } from '../kit/dialog.tsx'
import { Panel } from '../kit/panel.tsx'
import { Loading, Trouble } from '../kit/states.tsx'
import { Time } from '../kit/time.tsx'
import { done, failed } from '../kit/toast.tsx'
import { unless, useMe } from '../session/me.tsx'
import { ConditionTree } from './condition-tree.tsx'
import type { WireNode } from './condition.ts'
import { RecipientState, RuleState } from './marks.tsx'
import { type Names, triggerTitles, undeliveredTitles } from './sentences.ts'
import { Targets } from './targets.tsx'

interface Props {
  readonly id: string
  readonly names: Names
  readonly onEdit: () => void
  readonly onClose: () => void
}

export function RulePanel({ id, names, onEdit, onClose }: Props) {
  const path = `/alerts/rules/${id}`
  const [isDeleting, setDeleting] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const refusal = unless(useMe(), 'manage_alerts')
  const asked = useShow<'alert-rules'>(path, { include: 'author' })
  if (asked.error || !asked.data)
    return (
      <Panel title="Alert rule" onClose={onClose}>
        {asked.error ? (
          <Trouble error={asked.error} retry={() => void asked.refetch()} />
        ) : (
          <Loading />
        )}
      </Panel>
    )
  const { row: rule, included } = asked.data
  const author = included.of('users', rule, 'author')
  const enable = (enabled: boolean): void => {
    setBusy(true)
    change(path, { type: 'alert-rules', id, attributes: { enabled } })
      .then(async () => {
        done(enabled ? `“${rule.name}” enabled.` : `“${rule.name}” disabled.`)
        await refetch('/alerts/rules')
      })
      .catch(failed)
      .finally(() => setBusy(false))
  }
  const remove = async (): Promise<void> => {
    await ensureDeleted(path)
    done(`“${rule.name}” deleted.`)
    forget(path)
    onClose()
    await refetch('/alerts/rules')
  }
  return (
    <Panel title={rule.name} onClose={onClose}>
      <div className="tab-panel">
        <div className="row">
          <Button icon="configurations" disabledBecause={refusal} onClick={onEdit}>
            Edit
          </Button>
          <Button
            icon={rule.enabled ? 'stop' : 'play'}
            isBusy={isBusy}
            disabledBecause={refusal}
            onClick={() => enable(!rule.enabled)}
          >
            {rule.enabled ? 'Disable' : 'Enable'}
          </Button>
          <Button kind="danger" disabledBecause={refusal} onClick={() => setDeleting(true)}>
            Delete
          </Button>
        </div>
        {rule.description && <p>{rule.description}</p>}
        {rule.disabled_reason && (
          <p className="form-error" role="note">
            {rule.disabled_reason === 'author_left'
              ? 'The author left the tenant'
              : 'The author can no longer manage alerts'}
            , so the rule is disabled. A user who enables or edits it becomes the author.
          </p>
        )}
        <section>
          <h3>Fires when</h3>
          <ConditionTree condition={rule.condition as WireNode} names={names} />
        </section>
        <dl className="facts">
          <dt>State</dt>
          <dd>
            <RuleState rule={rule} />
          </dd>
          <dt>Runs</dt>
          <dd>{triggerTitles[rule.trigger]}</dd>
          <dt>Last message</dt>
          <dd>
            <Time at={rule.last_fired_at} />
          </dd>
          {rule.undelivered_at && rule.undelivered_reason && (
            <>
              <dt>Not delivered</dt>
              <dd>
                <Time at={rule.undelivered_at} />: {undeliveredTitles[rule.undelivered_reason]}
              </dd>
            </>
          )}
          <dt>Author</dt>
          <dd>
            {author
              ? `${author.name}; the rule uses their visibility`
              : 'a user who left the tenant'}
          </dd>
          <dt>Created</dt>
          <dd>
            <Time at={rule.inserted_at} />
          </dd>
          <dt>Updated</dt>
          <dd>
            <Time at={rule.updated_at} />
          </dd>
        </dl>
        <Addresses rule={rule} />
        <Targets rule={rule} />
      </div>
      {isDeleting && (
        <Confirm
          title={`Delete “${rule.name}”?`}
          onClose={() => setDeleting(false)}
          action="Delete rule"
          onConfirm={remove}
        >
          <p>
            The rule no longer sends alerts. To keep it for later, disable it instead. Its
            recipients are not deleted.
          </p>
        </Confirm>
      )}
    </Panel>
  )
}

/** The mail recipients, and whether they receive it. */
function Addresses({ rule }: { readonly rule: Row<'alert-rules'> }) {
  const recipients = useWhole<'alert-recipients'>('/alerts/recipients', { sort: 'email' })
  const byEmail = new Map(recipients.data?.map((one) => [one.email, one]))
  return (
    <section>
      <h3>Email addresses</h3>
      {rule.recipient_emails.length === 0 && (
        <p className="muted">None. This rule sends no email.</p>
      )}
      <ul className="alert-addresses">
        {rule.recipient_emails.map((email) => {
          const recipient = byEmail.get(email)
          return (
            <li key={email}>
              {recipient ? (
                <>
                  <Link href={`/alerts?list=recipients&open=${recipient.id}`}>{email}</Link>
                  <RecipientState recipient={recipient} />
                </>
              ) : (
                <>
                  <span>{email}</span>
                  {recipients.data && <span className="muted">no longer a recipient</span>}
                </>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
