import { type ReactNode, useState } from 'react'
import { ApiProblem } from '../api/problem.ts'
import { Button } from '../kit/button.tsx'
import { Confirm, Dialog, DialogButtons } from '../kit/dialog.tsx'
import { Field, TextArea } from '../kit/field.tsx'
import { Form, useSubmit } from '../kit/form.tsx'
import { Secret } from '../kit/secret.tsx'
import { done, failed } from '../kit/toast.tsx'
import { Example } from './section.tsx'

type Close = { readonly onClose: () => void }

export const Overlays = () => (
  <>
    <Example title="Dialogs">
      <div className="row">
        <Opener label="Form" dialog={(onClose) => <FormDialog onClose={onClose} />} />
        <Opener label="Confirmation" dialog={(onClose) => <DeleteDialog onClose={onClose} />} />
        <Opener
          label="Secret"
          dialog={(onClose) => (
            <Secret
              title="API key created"
              label="API key"
              text="pk_example_0123456789.not-a-real-key"
              onClose={onClose}
            >
              Copy the key now. It is shown only once.
            </Secret>
          )}
        />
        <Opener
          label="Wide"
          dialog={(onClose) => (
            <Dialog title="Credentials policy" kind="wide" onClose={onClose}>
              <p>Attach this policy to the role that Plumbline uses.</p>
            </Dialog>
          )}
        />
      </div>
    </Example>
    <Example title="Toasts">
      <div className="row">
        <Button onClick={() => done('Scan of Production queued.')}>Success</Button>
        <Button
          onClick={() =>
            done('12 findings muted.', { label: 'Undo', run: () => done('12 findings unmuted.') })
          }
        >
          Success with an action
        </Button>
        <Button onClick={() => failed(new Error('The integration rejected the credentials.'))}>
          Failure
        </Button>
      </div>
    </Example>
    <Example title="A form with a rejected value and a general error">
      <RejectedForm />
    </Example>
  </>
)

interface OpenerProps {
  readonly label: string
  readonly dialog: (onClose: () => void) => ReactNode
}

function Opener({ label, dialog }: OpenerProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>{label}</Button>
      {isOpen && dialog(() => setOpen(false))}
    </>
  )
}

const rejection = new ApiProblem(
  400,
  [
    {
      status: '400',
      code: 'duplicate',
      detail: 'Another mute rule has this name.',
      source: { pointer: '/data/attributes/name' },
    },
    { status: '400', code: 'too_many', detail: 'A tenant has at most 200 mute rules.' },
  ],
  null,
)

function FormDialog({ onClose }: Close) {
  const submitting = useSubmit(['name'], () => Promise.reject(rejection))
  return (
    <Dialog title="New mute rule" onClose={onClose}>
      <Form submitting={submitting} label="New mute rule">
        <Field label="Name" name="name" error={submitting.errors['name']} autoComplete="off" />
        <TextArea label="Reason" name="reason" hint="Shown beside each muted finding." />
        <DialogButtons onCancel={onClose} isBusy={submitting.isBusy}>
          Create
        </DialogButtons>
      </Form>
    </Dialog>
  )
}

const DeleteDialog = ({ onClose }: Close) => (
  <Confirm
    title="Delete Production?"
    onClose={onClose}
    action="Delete provider"
    onConfirm={async () => onClose()}
  >
    <p>Its 1,204 findings and 31 scans are deleted too. The cloud account does not change.</p>
  </Confirm>
)

const RejectedForm = () => (
  <Form
    label="Mute rule"
    submitting={{
      errors: { '': 'A tenant has at most 200 mute rules.' },
      isBusy: false,
      onSubmit: (event) => event.preventDefault(),
    }}
  >
    <Field label="Name" defaultValue="Website" error="Another mute rule has this name." />
    <div>
      <Button kind="primary" type="submit">
        Create
      </Button>
    </div>
  </Form>
)
