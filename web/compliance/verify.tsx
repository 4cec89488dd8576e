/** Attests, without leaving the requirement, that the MANUAL findings of a check pass. */
import { create } from '../api/client.ts'
import type { Row } from '../api/documents.ts'
import { refetch, useList } from '../api/hooks.ts'
import type { Query } from '../api/query.ts'
import { Dialog, DialogButtons } from '../kit/dialog.tsx'
import { TextArea } from '../kit/field.tsx'
import { Form, useSubmit } from '../kit/form.tsx'
import { Loading, Trouble } from '../kit/states.tsx'
import { done } from '../kit/toast.tsx'
import { counted, number } from '../kit/words.ts'

/** The number of findings that the API attests in one request. */
const mostAttested = 1_000
/** Findings named in the dialog. */
const mostNamed = 8

interface Props {
  readonly title: string
  /** Filters of the MANUAL findings that are not muted. */
  readonly filters: Query
  readonly onClose: () => void
}

export function Verify({ title, filters, onClose }: Props) {
  const findings = useList<'findings'>('/findings/latest', {
    ...filters,
    'fields[findings]': 'uid,status_extended',
    'page[size]': mostAttested,
  })
  return (
    <Dialog title={title} onClose={onClose}>
      {findings.error ? (
        <Trouble error={findings.error} retry={() => void findings.refetch()} />
      ) : findings.data ? (
        <VerifyForm rows={findings.data.rows} count={findings.data.count} onClose={onClose} />
      ) : (
        <Loading rows={3} />
      )}
    </Dialog>
  )
}

interface FormProps {
  readonly rows: readonly Row<'findings'>[]
  readonly count: number
  readonly onClose: () => void
}

function VerifyForm({ rows, count, onClose }: FormProps) {
  const submitting = useSubmit(['note'], async ({ note = '' }) => {
    const answer = await create<'finding-triages-bulk'>('/finding-triages/bulk', {
      type: 'finding-triages-bulk',
      attributes: { finding_ids: rows.map(({ id }) => id), status: 'resolved', note },
    })
    const refused = answer?.refused ?? []
    await refetch('/findings', '/finding-groups', '/finding-triages', '/compliance-overviews')
    if (refused[0])
      throw new Error(`${counted(refused.length, 'finding')} not changed: ${refused[0].detail}`)
    done(`${counted(rows.length, 'finding')} attested as passing for 90 days.`)
    onClose()
  })
  return (
    <Form submitting={submitting} label="Verify">
      <ul className="verified">
        {rows.slice(0, mostNamed).map((row) => (
          <li key={row.id}>{row.status_extended ?? row.uid}</li>
        ))}
        {count > mostNamed && <li className="muted">and {number(count - mostNamed)} more</li>}
      </ul>
      {count > rows.length && (
        <p className="muted small">
          The first {number(rows.length)} findings are attested. Repeat this for the others.
        </p>
      )}
      <TextArea
        name="note"
        label="Evidence"
        hint="How you verified that these findings pass: who checked, where, and the result. 1 to 500 characters."
        rows={3}
        maxLength={500}
        required
        error={submitting.errors['note']}
      />
      <DialogButtons onCancel={onClose} isBusy={submitting.isBusy}>
        Attest {counted(rows.length, 'finding')}
      </DialogButtons>
    </Form>
  )
}
