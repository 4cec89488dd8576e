/** A new rule: its findings, reason and expiration. The number of affected findings is shown during selection. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { create } from '../api/client.ts'
import { useShow } from '../api/hooks.ts'
import { Button } from '../kit/button.tsx'
import { endOf } from '../kit/days.ts'
import { Dialog } from '../kit/dialog.tsx'
import { Field, Select } from '../kit/field.tsx'
import { Form, useSubmit } from '../kit/form.tsx'
import { severities } from '../kit/severities.ts'
import { done } from '../kit/toast.tsx'
import { counted, number, words } from '../kit/words.ts'
import { refetchApplied } from './applied.ts'
import { type Chosen, type Choice, chosenFindings, isNothing, mostFindings } from './choosing.ts'

const settleMs = 350

export function CreateRule({ onClose }: { readonly onClose: () => void }) {
  const [choice, setChoice] = useState<Choice>({})
  const [settled, setSettled] = useState<Choice>({})
  useEffect(() => {
    const timer = setTimeout(() => setSettled(choice), settleMs)
    return () => clearTimeout(timer)
  }, [choice])
  const facets = useShow<'findings-metadata'>('/findings/metadata/latest').data?.row
  const chosen = useQuery({
    queryKey: ['/mute-rules/preview', settled],
    queryFn: ({ signal }) => chosenFindings(settled, signal),
    enabled: !isNothing(settled),
    placeholderData: (held) => held,
  })
  const isCurrent = choice === settled && !chosen.isPlaceholderData
  const submitting = useSubmit(['name', 'reason', 'expires_at', 'finding_ids'], async (typed) => {
    const ids = chosen.data?.ids ?? []
    const rule = await create<'mute-rules'>('/mute-rules', {
      type: 'mute-rules',
      attributes: {
        name: typed['name'],
        reason: typed['reason'],
        finding_ids: ids,
        ...(typed['expires_at'] && { expires_at: endOf(typed['expires_at']) }),
      },
    })
    done(`“${typed['name']}” mutes ${counted(ids.length, 'finding')}.`)
    onClose()
    await refetchApplied(rule)
  })
  const { errors, isBusy } = submitting
  const set =
    (name: keyof Choice) =>
    ({ target }: { readonly target: { readonly value: string } }): void =>
      setChoice({ ...choice, [name]: target.value })
  const why = reasonNot(choice, isCurrent ? chosen.data : undefined, chosen.error)
  return (
    <Dialog title="New mute rule" kind="wide" onClose={onClose}>
      <Form submitting={submitting} label="New mute rule">
        <Field label="Name" name="name" required error={errors['name']} autoComplete="off" />
        <Field
          label="Reason"
          name="reason"
          required
          error={errors['reason']}
          hint="Why the findings are accepted, and by whom."
          autoComplete="off"
        />
        <Field
          label="Expires on"
          name="expires_at"
          type="date"
          error={errors['expires_at']}
          hint="The findings are unmuted on this date. Without a date, the rule applies until it is deleted."
        />
        <fieldset className="mute-choice">
          <legend>Findings to mute</legend>
          <Field
            label="Check"
            placeholder="s3_bucket_public_access"
            value={choice.check ?? ''}
            onChange={set('check')}
            autoComplete="off"
          />
          <Field
            label="Resource"
            placeholder="part of the UID"
            value={choice.resource ?? ''}
            onChange={set('resource')}
            autoComplete="off"
          />
          <Select
            label="Service"
            value={choice.service ?? ''}
            onChange={set('service')}
            options={[
              { value: '', label: 'All services' },
              ...(facets?.services ?? []).map((value) => ({ value, label: value })),
            ]}
          />
          <Select
            label="Severity"
            value={choice.severity ?? ''}
            onChange={set('severity')}
            options={[
              { value: '', label: 'All severities' },
              ...severities.map((value) => ({ value, label: words(value) })),
            ]}
          />
        </fieldset>
        <div className="mute-preview" role="status">
          <Preview chosen={chosen.data} isCurrent={isCurrent} why={why} />
          {errors['finding_ids'] && <p className="error">{errors['finding_ids']}</p>}
        </div>
        <footer>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            kind="primary"
            type="submit"
            isBusy={isBusy}
            disabled={why !== undefined}
            title={why}
          >
            Mute {chosen.data && !why ? counted(chosen.data.ids.length, 'finding') : ''}
          </Button>
        </footer>
      </Form>
    </Dialog>
  )
}

/** Returns the reason why the rule was not created. */
function reasonNot(
  choice: Choice,
  chosen: Chosen | undefined,
  error: Error | null,
): string | undefined {
  if (isNothing(choice)) return 'Set at least one of these fields.'
  if (error) return error.message
  if (!chosen) return 'Counting …'
  if (chosen.count === 0) return 'No unmuted findings match.'
  if (chosen.count > mostFindings)
    return `${number(chosen.count)} findings match, but a rule can contain at most ${number(mostFindings)}. Narrow the fields, or use patterns in the mutelist.`
  return undefined
}

function Preview({
  chosen,
  isCurrent,
  why,
}: {
  readonly chosen: Chosen | undefined
  readonly isCurrent: boolean
  readonly why: string | undefined
}) {
  if (why || !chosen?.preview) return <p className="muted">{why}</p>
  const { preview } = chosen
  return (
    <p className={isCurrent ? '' : 'muted'}>
      Mutes <b>{counted(preview.newly_muted, 'visible finding')}</b>,{' '}
      <b>{number(preview.newly_muted_failing)}</b> of them failing.
      {preview.overlapping_uids.length > 0 &&
        ` ${counted(preview.overlapping_uids.length, 'finding')} of these ${preview.overlapping_uids.length === 1 ? 'is' : 'are'} already in an enabled rule, so this rule would be rejected.`}
    </p>
  )
}
