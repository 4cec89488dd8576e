/** Groups of a provider. Roles see providers by their groups. */
import { useState } from 'react'
import { create, link } from '../api/client.ts'
import { refetch, useWhole } from '../api/hooks.ts'
import { Button } from '../kit/button.tsx'
import { Checkbox, Field } from '../kit/field.tsx'
import { Form, useSubmit } from '../kit/form.tsx'
import { Loading, Trouble } from '../kit/states.tsx'
import { failed } from '../kit/toast.tsx'
import { counted } from '../kit/words.ts'
import { unless, useMe } from '../session/me.tsx'

export function ProviderGroups({ id }: { readonly id: string }) {
  const groups = useWhole<'provider-groups'>('/provider-groups', { sort: 'name' })
  const refusal = unless(useMe(), 'manage_providers')
  const [busy, setBusy] = useState<string | null>(null)
  const self = { type: 'providers', id }
  const submitting = useSubmit(['name'], async ({ name }) => {
    await create('/provider-groups', {
      type: 'provider-groups',
      attributes: { name },
      relationships: { providers: { data: [self] } },
    })
    await refetch('/provider-groups', '/providers')
  })
  if (groups.error) return <Trouble error={groups.error} retry={() => void groups.refetch()} />
  if (!groups.data) return <Loading rows={3} />
  const set = (group: string, isIn: boolean): void => {
    setBusy(group)
    link(isIn ? 'POST' : 'DELETE', `/provider-groups/${group}/relationships/providers`, [self])
      .then(() => refetch('/provider-groups', '/providers'))
      .catch(failed)
      .finally(() => setBusy(null))
  }
  return (
    <>
      <p className="muted">
        Roles without access to all providers see the providers of their groups.
      </p>
      {groups.data.length === 0 && <p>No provider groups yet.</p>}
      <div>
        {groups.data.map((group) => {
          const members = [group.related['providers'] ?? []].flat()
          return (
            <Checkbox
              key={group.id}
              label={group.name}
              hint={counted(members.length, 'provider')}
              checked={members.some((ref) => ref?.id === id)}
              disabled={refusal !== undefined}
              aria-busy={busy === group.id}
              onChange={({ target }) => busy ?? set(group.id, target.checked)}
            />
          )
        })}
      </div>
      {refusal ? (
        <p className="muted">{refusal}</p>
      ) : (
        <Form submitting={submitting} label="Create a group">
          <Field
            label="New group with this provider"
            name="name"
            error={submitting.errors['name']}
            autoComplete="off"
          />
          <div>
            <Button type="submit" isBusy={submitting.isBusy}>
              Create group
            </Button>
          </div>
        </Form>
      )}
    </>
  )
}
