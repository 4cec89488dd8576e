/** A mute rule for findings: its effect, reason and expiration. */
import { useQuery } from '@tanstack/react-query'
import { create } from '../api/client.ts'
import { exactTime } from '../kit/dates.ts'
import { daysFromNow, endOf } from '../kit/days.ts'
import { Dialog, DialogButtons } from '../kit/dialog.tsx'
import { Field, TextArea } from '../kit/field.tsx'
import { Form, type Submitting, useSubmit } from '../kit/form.tsx'
import { TroubleLine } from '../kit/states.tsx'
import { counted, number } from '../kit/words.ts'
import { type Chosen, mostChosen } from './chosen.ts'
import { mute } from './decide.ts'

interface Props {
  readonly findings: readonly Chosen[]
  readonly onClose: () => void
}

/** The time makes the name of a rule unique. */
export const nameFor = (checks: readonly string[]): string => {
  const [first = ''] = checks
  const at = exactTime(Date.now())
  if (checks.length === 0) return `All findings of a view, ${at}`
  return `${checks.length === 1 ? first.slice(0, 70) : `${checks.length} checks`}, ${at}`
}

export function MuteDialog({ findings, onClose }: Props) {
  const ids = findings.map(({ id }) => id)
  const checks = [...new Set(findings.map(({ check_id }) => check_id))]
  const submitting = useSubmit(
    ['name', 'reason', 'expires_at', 'finding_ids'],
    async ({ name = '', reason = '', until = '' }) => {
      await mute(ids, { name, reason, expires_at: until ? endOf(until) : undefined })
      onClose()
    },
  )
  const { errors, isBusy } = submitting
  return (
    <Dialog title={`Mute ${counted(ids.length, 'finding')}`} onClose={onClose}>
      <Form submitting={submitting} label="Mute">
        <Preview ids={ids} />
        {errors['finding_ids'] && (
          <p className="form-error" role="alert" tabIndex={-1}>
            {errors['finding_ids']}
          </p>
        )}
        <MuteFields errors={errors} name={nameFor(checks)} />
        <DialogButtons onCancel={onClose} isBusy={isBusy}>
          Mute
        </DialogButtons>
      </Form>
    </Dialog>
  )
}

export const MuteFields = ({
  errors,
  name,
}: {
  readonly errors: Submitting['errors']
  readonly name: string
}) => (
  <>
    <TextArea
      name="reason"
      label="Reason"
      hint="Shown with the muted finding. 3 to 500 characters."
      rows={2}
      maxLength={500}
      required
      error={errors['reason']}
    />
    <Field
      name="name"
      label="Rule name"
      defaultValue={name}
      maxLength={100}
      required
      error={errors['name']}
    />
    <Field
      name="until"
      type="date"
      label="Until (optional)"
      hint="Without a date, the rule applies until it is disabled or deleted."
      min={daysFromNow(0)}
      error={errors['expires_at']}
    />
  </>
)

function Preview({ ids }: { readonly ids: readonly string[] }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['/mute-rules/preview', ids],
    queryFn: () =>
      create<'mute-rule-previews'>('/mute-rules/preview', {
        type: 'mute-rule-previews',
        attributes: { finding_ids: ids },
      }),
    retry: false,
  })
  if (error) return <TroubleLine error={error} retry={() => void refetch()} />
  if (!data) return <p className="muted">Counting matching findings …</p>
  const { newly_muted, newly_muted_failing, overlapping_uids } = data
  return (
    <div role="status">
      <p>
        Mutes <b>{counted(newly_muted, 'visible finding')}</b>, {number(newly_muted_failing)} of
        them failing.
        {ids.length >= mostChosen &&
          ` A rule can contain at most ${number(mostChosen)} findings. Only the first ones are included.`}
      </p>
      {overlapping_uids.length > 0 && (
        <p className="error small">
          {counted(overlapping_uids.length, 'finding is', 'findings are')} already in another rule.
          Remove them from the selection first.
        </p>
      )}
    </div>
  )
}
