/** One rule: its findings and reason, with actions to change, disable and delete it. */
import { useState } from 'react'
import { Link } from 'wouter'
import { change, ensureDeleted } from '../api/client.ts'
import { editedOnly } from '../api/edits.ts'
import type { Row } from '../api/documents.ts'
import { forget, useShow } from '../api/hooks.ts'
import { taskOfRule } from '../api/tasks.ts'
import { search } from '../api/query.ts'
import { Button } from '../kit/button.tsx'
import { dayOf, endOf } from '../kit/days.ts'
import { Confirm, Dialog, DialogButtons } from '../kit/dialog.tsx'
import { Field } from '../kit/field.tsx'
import { Form, useSubmit } from '../kit/form.tsx'
import { Panel } from '../kit/panel.tsx'
import { Loading, Trouble } from '../kit/states.tsx'
import { Time } from '../kit/time.tsx'
import { done, failed } from '../kit/toast.tsx'
import { counted } from '../kit/words.ts'
import { refetchApplied } from './applied.ts'
import { findingsOf, RuleState } from './rule-state.tsx'

const mostListed = 200

export function RulePanel({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const [dialog, setDialog] = useState<'edit' | 'delete' | null>(null)
  const [isBusy, setBusy] = useState(false)
  const path = `/mute-rules/${id}`
  const asked = useShow<'mute-rules'>(path, { include: 'created_by,owner' })
  // If the rule was deleted meanwhile, the dialog keeps its input.
  if ((asked.error && dialog !== 'edit') || !asked.data)
    return (
      <Panel title="Mute rule" onClose={onClose}>
        {asked.error ? (
          <Trouble error={asked.error} retry={() => void asked.refetch()} />
        ) : (
          <Loading />
        )}
      </Panel>
    )
  const { row: rule, included } = asked.data
  const author = included.of('users', rule, 'created_by')
  const owner = included.of('users', rule, 'owner')
  const enable = (enabled: boolean): void => {
    setBusy(true)
    change<'mute-rules'>(path, { type: 'mute-rules', id, attributes: { enabled } })
      .then(async (changed) => {
        done(
          enabled
            ? `“${rule.name}” enabled. Its findings are muted.`
            : `“${rule.name}” disabled. Its findings are no longer muted.`,
        )
        await refetchApplied(changed)
      })
      .catch(failed)
      .finally(() => setBusy(false))
  }
  const remove = async (): Promise<void> => {
    const deleted = await ensureDeleted<'mute-rules'>(path)
    done(`“${rule.name}” deleted.`)
    forget(path)
    onClose()
    await refetchApplied(deleted)
  }
  return (
    <Panel title={rule.name} onClose={onClose}>
      <div className="tab-panel">
        <div className="row">
          <Button icon="configurations" onClick={() => setDialog('edit')}>
            Edit
          </Button>
          <Button
            icon={rule.enabled ? 'stop' : 'play'}
            isBusy={isBusy}
            onClick={() => enable(!rule.enabled)}
          >
            {rule.enabled ? 'Disable' : 'Enable'}
          </Button>
          <Button kind="danger" onClick={() => setDialog('delete')}>
            Delete
          </Button>
        </div>
        <p>{rule.reason}</p>
        <dl className="facts">
          <dt>State</dt>
          <dd>
            <RuleState rule={rule} />
            {taskOfRule(rule) && ' The rule is being applied.'}
          </dd>
          <dt>Expires</dt>
          <dd>{rule.expires_at ? <Time at={rule.expires_at} /> : 'Never'}</dd>
          <dt>Author</dt>
          <dd>{author ? `${author.name}, ${author.email}` : 'a deleted user'}</dd>
          {owner && (
            <>
              <dt>Owner</dt>
              <dd>
                {owner.name}, {owner.email}
              </dd>
            </>
          )}
          <dt>Created</dt>
          <dd>
            <Time at={rule.inserted_at} />
          </dd>
          <dt>Updated</dt>
          <dd>
            <Time at={rule.updated_at} />
          </dd>
        </dl>
        <section>
          <h3>
            <Link href={findingsOf(rule)}>{counted(rule.finding_uids.length, 'finding')}</Link>
          </h3>
          <ul className="mute-uids">
            {rule.finding_uids.slice(0, mostListed).map((uid) => (
              <li key={uid}>
                <Link
                  href={`/findings${search({ 'filter[uid]': uid, 'filter[status__in]': 'FAIL,MANUAL,PASS' })}`}
                >
                  <code>{uid}</code>
                </Link>
              </li>
            ))}
          </ul>
          {rule.finding_uids.length > mostListed && (
            <p className="muted">and {rule.finding_uids.length - mostListed} more.</p>
          )}
        </section>
      </div>
      {dialog === 'edit' && <EditRule rule={rule} onClose={() => setDialog(null)} />}
      {dialog === 'delete' && (
        <Confirm
          title={`Delete “${rule.name}”?`}
          onClose={() => setDialog(null)}
          action="Delete rule"
          onConfirm={remove}
        >
          <p>
            {counted(rule.finding_uids.length, 'muted finding')}{' '}
            {rule.finding_uids.length === 1 ? 'is' : 'are'} unmuted and counted as open. The reason
            is deleted. To keep it, disable the rule instead.
          </p>
        </Confirm>
      )}
    </Panel>
  )
}

function EditRule({
  rule,
  onClose,
}: {
  readonly rule: Row<'mute-rules'>
  readonly onClose: () => void
}) {
  const [first] = useState(rule)
  const before = first.expires_at ? dayOf(Date.parse(first.expires_at)) : ''
  const submitting = useSubmit(['name', 'reason', 'expires_at'], async (typed) => {
    const day = typed['expires_at'] ?? ''
    const changed = await change<'mute-rules'>(`/mute-rules/${rule.id}`, {
      type: 'mute-rules',
      id: rule.id,
      attributes: {
        ...editedOnly(first, { name: typed['name'], reason: typed['reason'] }),
        ...(day !== before && { expires_at: day ? endOf(day) : null }),
      },
    })
    done(`“${typed['name']}” saved.`)
    onClose()
    await refetchApplied(changed)
  })
  const { errors, isBusy } = submitting
  return (
    <Dialog title="Edit mute rule" onClose={onClose}>
      <Form submitting={submitting} label="Edit mute rule">
        <Field label="Name" name="name" defaultValue={first.name} error={errors['name']} />
        <Field label="Reason" name="reason" defaultValue={first.reason} error={errors['reason']} />
        <Field
          label="Expires on"
          name="expires_at"
          type="date"
          defaultValue={before}
          error={errors['expires_at']}
          hint="Without a date, the rule applies until it is deleted."
        />
        <DialogButtons onCancel={onClose} isBusy={isBusy}>
          Save
        </DialogButtons>
      </Form>
    </Dialog>
  )
}
