/** Addresses that receive alerts: each must agree, and may unsubscribe. */
import { useMemo, useState } from 'react'
import { create } from '../api/client.ts'
import { refetch, usePaged } from '../api/hooks.ts'
import { Button } from '../kit/button.tsx'
import { Dialog, DialogButtons } from '../kit/dialog.tsx'
import { Field } from '../kit/field.tsx'
import { Filters } from '../kit/filters.tsx'
import { Form, useSubmit } from '../kit/form.tsx'
import type { Column } from '../kit/grid/grid.tsx'
import { List, type Listed } from '../kit/list.tsx'
import { useShortcuts } from '../kit/shortcuts.ts'
import { Empty } from '../kit/states.tsx'
import { Time } from '../kit/time.tsx'
import { done } from '../kit/toast.tsx'
import type { UsedView } from '../kit/view.ts'
import { counted } from '../kit/words.ts'
import { unless, useMe } from '../session/me.tsx'
import { RecipientState } from './marks.tsx'
import { RecipientPanel } from './recipient-panel.tsx'

export function Recipients({ used: { view, query, set } }: { readonly used: UsedView }) {
  const [isAdding, setAdding] = useState(false)
  const asked = useMemo(() => ({ sort: 'email', ...query }), [query])
  const recipients = usePaged<'alert-recipients'>('/alerts/recipients', asked)
  const refusal = unless(useMe(), 'manage_alerts')
  const begin = (): void => setAdding(true)
  useShortcuts('Alerts', [
    { keys: 'n', label: 'Add a recipient', run: begin, disabledBecause: refusal },
  ])
  const button = (
    <Button kind="primary" icon="plus" disabledBecause={refusal} onClick={begin}>
      Add address
    </Button>
  )
  return (
    <>
      <Filters view={view} set={set} search="recipients" choices={choices}>
        <p className="muted list-count" role="status">
          {recipients.count === undefined ? '' : counted(recipients.count, 'address', 'addresses')}
        </p>
        {button}
      </Filters>
      <div className="split">
        <div>
          <List
            label="Recipients"
            columns={columns}
            rows={recipients}
            sort="email"
            empty={
              <Empty icon="invitations" title="No recipients yet" action={button}>
                Rules send alerts by email to recipients. Each new address gets one confirmation
                email, and no alerts before it confirms.
              </Empty>
            }
          />
        </div>
        {view['open'] && (
          <RecipientPanel
            key={view['open']}
            id={view['open']}
            onClose={() => set({ open: undefined })}
          />
        )}
      </div>
      {isAdding && <AddRecipient onClose={() => setAdding(false)} />}
    </>
  )
}

function AddRecipient({ onClose }: { readonly onClose: () => void }) {
  const submitting = useSubmit(['email'], async ({ email }) => {
    await create('/alerts/recipients', { type: 'alert-recipients', attributes: { email } })
    done(`Confirmation email to ${email} queued.`)
    onClose()
    await refetch('/alerts/recipients')
  })
  return (
    <Dialog title="Add address" onClose={onClose}>
      <Form submitting={submitting} label="Add address">
        <Field
          label="Email address"
          name="email"
          type="email"
          error={submitting.errors['email']}
          hint="Plumbline sends an email with a confirmation link. After confirmation, the address receives alerts from rules that contain it."
          autoComplete="off"
        />
        <DialogButtons onCancel={onClose} isBusy={submitting.isBusy}>
          Send
        </DialogButtons>
      </Form>
    </Dialog>
  )
}

const stateTitles: Readonly<Record<string, string>> = {
  pending: 'Pending',
  confirmed: 'Confirmed',
  unsubscribed: 'Unsubscribed',
  bounced: 'Bounced',
}
const choices = [
  {
    name: 'filter[status__in]',
    title: 'State',
    values: Object.keys(stateTitles),
    label: (value: string) => stateTitles[value] ?? value,
  },
]

const columns: readonly Column<Listed<'alert-recipients'>>[] = [
  {
    key: 'email',
    title: 'Email address',
    width: 'minmax(200px, 3fr)',
    sort: 'email',
    card: 'title',
    cell: ({ row }) => row.email,
  },
  {
    key: 'status',
    title: 'State',
    width: 'minmax(150px, 1fr)',
    card: 'start',
    cell: ({ row }) => <RecipientState recipient={row} />,
  },
  {
    key: 'asked',
    title: 'Confirmation sent',
    width: '130px',
    card: 'end',
    cell: ({ row }) => <Time at={row.confirmation_sent_at} />,
  },
  {
    key: 'inserted',
    title: 'Added',
    width: '130px',
    sort: 'inserted_at',
    cell: ({ row }) => <Time at={row.inserted_at} />,
  },
]
