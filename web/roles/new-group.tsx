/** A dialog that makes a provider group, so that a role can be limited to some accounts. */
import { useState } from 'react'
import { create, refsOf } from '../api/client.ts'
import { refetch, useWhole } from '../api/hooks.ts'
import { Dialog, DialogButtons } from '../kit/dialog.tsx'
import { Field } from '../kit/field.tsx'
import { Form, useSubmit } from '../kit/form.tsx'
import { ProviderChoice } from '../kit/provider-choice.tsx'
import { Loading, Trouble } from '../kit/states.tsx'

interface Props {
  readonly onMade: (id: string) => void
  readonly onClose: () => void
}

export function NewGroup({ onMade, onClose }: Props) {
  const providers = useWhole<'providers'>('/providers', { sort: 'alias' })
  const [chosen, setChosen] = useState<readonly string[]>([])
  const submitting = useSubmit(['name', 'providers'], async ({ name }) => {
    const made = await create<'provider-groups'>('/provider-groups', {
      type: 'provider-groups',
      attributes: { name: name?.trim() },
      relationships: { providers: { data: refsOf('providers', chosen) } },
    })
    if (made) onMade(made.id)
    await refetch('/provider-groups', '/providers')
    onClose()
  })
  return (
    <Dialog title="New provider group" onClose={onClose}>
      {providers.error && (
        <Trouble error={providers.error} retry={() => void providers.refetch()} />
      )}
      {!providers.data && !providers.error && <Loading rows={4} />}
      {providers.data && (
        <Form submitting={submitting} label="New provider group">
          <Field
            label="Name of the group"
            name="name"
            required
            error={submitting.errors['name']}
            autoComplete="off"
          />
          <ProviderChoice
            providers={providers.data}
            chosen={chosen}
            onChange={setChosen}
            error={submitting.errors['providers']}
          />
          <DialogButtons onCancel={onClose} isBusy={submitting.isBusy}>
            Create group
          </DialogButtons>
        </Form>
      )}
    </Dialog>
  )
}
