/** Triage of several findings at once, including attestation of MANUAL findings with evidence. */
import { useEffect, useRef, useState } from 'react'
import { Button } from '../kit/button.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { TextArea } from '../kit/field.tsx'
import { Form, type Submitting, useSubmit } from '../kit/form.tsx'
import { counted, number, words } from '../kit/words.ts'
import type { Chosen } from './chosen.ts'
import { decide, type Following, type TriageStatus } from './decide.ts'
import { decisions } from './filters.ts'

interface Props {
  readonly findings: readonly Chosen[]
  readonly onClose: () => void
  readonly onDecided?: Following['onDecided']
}

export function TriageDialog({ findings, onClose, onDecided }: Props) {
  return (
    <Dialog title={`Triage ${counted(findings.length, 'finding')}`} onClose={onClose}>
      <TriageForm
        findings={findings}
        onDone={onClose}
        onDecided={onDecided}
        footer={
          <Button kind="plain" onClick={onClose}>
            Cancel
          </Button>
        }
      />
    </Dialog>
  )
}

const about: Readonly<Partial<Record<TriageStatus, string>>> = {
  risk_accepted: 'mutes the finding',
  false_positive: 'mutes the finding',
}

/** The effect of manually resolving the findings. */
const resolving = {
  manual: 'attested as passing for 90 days',
  others: 'only for MANUAL findings; scans resolve other findings when they pass',
  some: 'MANUAL findings, attested as passing for 90 days; other findings are not changed',
} as const

interface DecisionProps {
  readonly status: TriageStatus
  readonly onStatus: (status: TriageStatus) => void
  readonly errors: Submitting['errors']
  /** The kind of the findings: MANUAL only, other ones as well, or unknown. */
  readonly of: keyof typeof resolving
  readonly isAttesting: boolean
  /** Changes when a decision is saved: the note is then cleared, and the focus is kept. */
  readonly saved?: number
}

export const DecisionFields = ({
  status,
  onStatus,
  errors,
  of,
  isAttesting,
  saved = 0,
}: DecisionProps) => (
  <>
    <fieldset className="decisions">
      <legend>Status</legend>
      {[...decisions, 'resolved' as const].map((value) => (
        <label key={value} className="decision">
          <input
            type="radio"
            name="status"
            value={value}
            checked={status === value}
            disabled={value === 'resolved' && of === 'others' && status !== 'resolved'}
            onChange={() => onStatus(value)}
          />
          <span>{words(value)}</span>
          <span className="muted small">{value === 'resolved' ? resolving[of] : about[value]}</span>
        </label>
      ))}
      {errors['status'] && <p className="error small">{errors['status']}</p>}
    </fieldset>
    <TextArea
      key={`${isAttesting ? 'evidence' : 'note'} ${saved}`}
      name="note"
      label={isAttesting ? 'Evidence' : 'Note (optional)'}
      hint={
        isAttesting
          ? 'How you verified that this passes: who checked, where, and the result. 1 to 500 characters.'
          : undefined
      }
      rows={3}
      maxLength={500}
      required={isAttesting}
      error={errors['note']}
    />
  </>
)

interface FormProps {
  readonly findings: readonly Chosen[]
  readonly onDone?: () => void
  readonly onDecided?: Following['onDecided']
  readonly footer?: React.ReactNode
}

export function TriageForm({ findings, onDone, onDecided, footer }: FormProps) {
  const [first] = findings
  const common = findings.every(({ triage_status }) => triage_status === first?.triage_status)
  const before =
    common && first && first.triage_status !== 'reopened' ? first.triage_status : 'open'
  const [status, setStatus] = useState<TriageStatus>(before)
  const isManual = findings.every(({ raw_status }) => raw_status === 'MANUAL')
  const isAttesting = status === 'resolved' && isManual
  const [asked, setAsked] = useState(0)
  const [saved, setSaved] = useState(0)
  const [known, setKnown] = useState(before)
  const running = useRef(new AbortController())
  useEffect(() => () => running.current.abort(), [])
  const submitting = useSubmit(['status', 'note'], async ({ note = '' }) => {
    setAsked(0)
    const { signal } = (running.current = new AbortController())
    const decision = { status, note: note.trim() === '' ? undefined : note }
    await decide(findings, decision, { onDecided, onProgress: setAsked, signal })
    setSaved((count) => count + 1)
    onDone?.()
  })
  const { errors, isBusy } = submitting
  // The list shows a decision before the API accepts it. The form therefore follows the finding only while idle, and
  // never replaces a choice of the user.
  if (!isBusy && before !== known) {
    setKnown(before)
    if (status === known) setStatus(before)
  }
  return (
    <Form submitting={submitting} label="Triage">
      <DecisionFields
        status={status}
        onStatus={setStatus}
        errors={errors}
        of={isManual ? 'manual' : 'others'}
        isAttesting={isAttesting}
        saved={saved}
      />
      {isBusy && asked > 0 && asked < findings.length && (
        <p className="muted" role="status">
          {number(asked)} of {number(findings.length)} findings changed. Cancel skips the rest.
        </p>
      )}
      <footer className="row end">
        {footer}
        <Button kind="primary" type="submit" isBusy={isBusy}>
          {isAttesting ? 'Resolve' : 'Set status'}
        </Button>
      </footer>
    </Form>
  )
}
