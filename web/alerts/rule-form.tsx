/** The form of a rule: recipients, trigger and condition, with a preview before saving. */
import { useState } from 'react'
import { change, create } from '../api/client.ts'
import type { Row } from '../api/documents.ts'
import { refetch, useWhole } from '../api/hooks.ts'
import { ApiProblem } from '../api/problem.ts'
import { useServer } from '../api/server.ts'
import { Button } from '../kit/button.tsx'
import { chosen } from '../kit/choices.tsx'
import { Field, Select, TextArea } from '../kit/field.tsx'
import { Form, useSubmit } from '../kit/form.tsx'
import { done, failed } from '../kit/toast.tsx'
import { unless, useMe } from '../session/me.tsx'
import { ChosenValues } from '../kit/chosen-values.tsx'
import { ConditionEditor } from './condition-editor.tsx'
import { type Group, newGroup, treeOf, type WireNode, written } from './condition.ts'
import { type Faults, placeOf, sorted } from './faults.ts'
import { useKnown } from './known-values.ts'
import { PreviewResult } from './preview.tsx'
import type { Answer } from './question-fields.tsx'
import { leftOutSentences, triggerTitles } from './sentences.ts'
import { linksOf, TargetChoices, targetsOf, useTargets } from './targets.tsx'

type AlertRule = Row<'alert-rules'>
type Trigger = AlertRule['trigger']

interface Props {
  /** Undefined for a new rule. */
  readonly stored: AlertRule | undefined
  /** The initial values of a new rule. */
  readonly seed?: Row<'alert-rule-seeds'> | undefined
  readonly onStored: (id: string) => void
}

interface Tried {
  readonly tree: Group
  readonly preview: Row<'alert-rule-previews'>
  readonly answers: ReadonlyMap<string, Answer>
}

const fields = ['name', 'description', 'trigger', 'recipient_emails', 'condition', 'integrations']
const noFaults: Faults = new Map()

/**
 * Returns only the changed attributes, so that changes by other users to the rest are kept; all attributes if none has
 * changed.
 */
function editedOf(typed: object, opened: object): object {
  const before = new Map(Object.entries(opened))
  const edited = Object.entries(typed).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before.get(name)),
  )
  return edited.length > 0 ? Object.fromEntries(edited) : typed
}

export function RuleForm({ stored, seed, onStored }: Props) {
  const refusal = unless(useMe(), 'manage_alerts')
  const known = useKnown()
  const recipients = useWhole<'alert-recipients'>('/alerts/recipients', { sort: 'email' })
  const [tree, setTree] = useState<Group>(() =>
    stored || seed ? treeOf((stored ?? seed)?.condition as WireNode) : newGroup(),
  )
  const [trigger, setTrigger] = useState<Trigger>(stored?.trigger ?? 'after_scan')
  const [emails, setEmails] = useState(stored?.recipient_emails ?? [])
  /** The rule when it was opened; undefined for a new rule, and for a rule that was deleted meanwhile. */
  const [opened, setOpened] = useState(
    () =>
      stored && {
        id: stored.id,
        attributes: {
          name: stored.name,
          description: stored.description ?? '',
          trigger: stored.trigger,
          condition: written(tree).condition,
          recipient_emails: stored.recipient_emails,
        },
      },
  )
  const [faults, setFaults] = useState(noFaults)
  const [tried, setTried] = useState<Tried | null>(null)
  const [isTrying, setTrying] = useState(false)

  /** Shows the API's errors at their node of the condition. Throws the rest, for the form. */
  async function held<T>(places: ReadonlyMap<string, string>, work: Promise<T>): Promise<T> {
    setFaults(noFaults)
    try {
      return await work
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error
      const { faults, others } = sorted(error.errors, places)
      setFaults(faults)
      if (faults.size === 0) throw error
      const detail = 'The condition has an error. See the highlighted field.'
      const own = { status: '400', code: 'invalid', detail }
      throw new ApiProblem(error.status, [...others, own], error.requestId)
    }
  }

  const look = (): void => {
    const { condition, places } = written(tree)
    setTrying(true)
    const asked = create<'alert-rule-previews'>('/alerts/rules/preview', {
      type: 'alert-rule-previews',
      attributes: { condition },
    })
    held(places, asked)
      .then((preview) => {
        if (!preview) return
        const answers = new Map(
          preview.counts.flatMap(({ pointer, count, holds }) => {
            const place = placeOf(pointer, places)
            return place ? [[place.key, { count, holds }] as const] : []
          }),
        )
        setTried({ tree, preview, answers })
      })
      .catch(failed)
      .finally(() => setTrying(false))
  }

  const targets = useTargets()
  const [checked] = useState(() => (stored ? targetsOf(stored) : []))
  const submitting = useSubmit(fields, async (typed) => {
    const { name, description } = typed
    const integrations = chosen(typed, 'integrations')
    const relationships = linksOf(targets.data, opened ? checked : [], integrations)
    const { condition, places } = written(tree)
    const attributes = { name, description, trigger, condition, recipient_emails: emails }
    const row = await held(
      places,
      opened
        ? change<'alert-rules'>(`/alerts/rules/${opened.id}`, {
            type: 'alert-rules',
            id: opened.id,
            attributes: editedOf(attributes, opened.attributes),
            relationships,
          })
        : create<'alert-rules'>('/alerts/rules', {
            type: 'alert-rules',
            attributes,
            relationships,
          }),
    ).catch((error: unknown) => {
      if (!opened || !(error instanceof ApiProblem) || error.status !== 404) throw error
      setOpened(undefined)
      throw new Error('The rule was deleted meanwhile. Save again to create it.', { cause: error })
    })
    if (!row) throw new Error('The API did not return the saved object.')
    const known = new Set(recipients.data?.map(({ email }) => email))
    const isNew = row.recipient_emails.some((email) => !known.has(email))
    done(`“${row.name}” saved.${isNew ? ' New recipients get a confirmation email.' : ''}`)
    onStored(row.id)
    await refetch('/alerts')
  })
  const { errors } = submitting
  const sendsEmail = useServer().data?.sends_email ?? true
  const isOld = tried !== null && tried.tree !== tree
  return (
    <div className="rule-form">
      <Form submitting={submitting} label="Alert rule">
        <Field
          label="Name"
          name="name"
          required
          defaultValue={stored?.name ?? ''}
          error={errors['name']}
          readOnly={refusal !== undefined}
          hint="Messages start with this name."
          autoComplete="off"
        />
        <TextArea
          label="Description (optional)"
          name="description"
          rows={2}
          defaultValue={stored?.description ?? ''}
          error={errors['description']}
          readOnly={refusal !== undefined}
          hint="Instructions for recipients, included in the message."
        />
        <Select
          label="When it runs"
          value={trigger}
          disabled={refusal !== undefined}
          onChange={({ target }) => setTrigger(target.value as Trigger)}
          error={errors['trigger']}
          options={Object.entries(triggerTitles).map(([value, label]) => ({ value, label }))}
        />
        <ConditionEditor
          tree={tree}
          onChange={(changed) => {
            setTree(changed)
            setFaults(noFaults)
          }}
          known={known}
          faults={faults}
          answers={isOld ? noAnswers : (tried?.answers ?? noAnswers)}
          disabled={refusal !== undefined}
        />
        {leftOutSentences(seed?.left_out ?? []).map((sentence) => (
          <p key={sentence} className="small">
            {sentence}
          </p>
        ))}
        {errors['condition'] && <p className="error small">{errors['condition']}</p>}
        <p className="muted small">
          Counts failed, unmuted findings of the accounts that are visible to you.
        </p>
        <ChosenValues
          label="Email addresses"
          values={emails}
          onChange={setEmails}
          suggestions={(recipients.data ?? []).map(({ email }) => ({ value: email, label: email }))}
          error={errors['recipient_emails']}
          hint={
            sendsEmail
              ? 'Recipients must confirm by email before they receive alerts. New addresses get one confirmation email.'
              : 'This server does not send email. Its operator can configure a mail server.'
          }
          disabled={refusal !== undefined || (!sendsEmail && emails.length === 0)}
        />
        {targets.error && (
          <p className="muted small">
            Chats and webhooks of rules are shown to users who can manage integrations.
          </p>
        )}
        {targets.data && (
          <TargetChoices
            targets={targets.data}
            checked={checked}
            error={errors['integrations']}
            disabled={refusal !== undefined}
          />
        )}
        <div className="row">
          <Button kind="primary" type="submit" isBusy={submitting.isBusy} disabledBecause={refusal}>
            {stored ? 'Save' : 'Create rule'}
          </Button>
          {refusal && <span className="muted">{refusal}</span>}
        </div>
      </Form>
      <section className="rule-preview" aria-labelledby="rule-preview">
        <h2 id="rule-preview">Preview</h2>
        <p className="muted">
          The current result of the condition. New and reopened findings are from the last 24 hours.
        </p>
        <div>
          <Button icon="search" isBusy={isTrying} disabledBecause={refusal} onClick={look}>
            Preview condition
          </Button>
        </div>
        <div role="status">
          {tried && <PreviewResult preview={tried.preview} names={known.names} isOld={isOld} />}
        </div>
      </section>
    </div>
  )
}

const noAnswers: ReadonlyMap<string, Answer> = new Map()
