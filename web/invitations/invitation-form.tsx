/** The form for the address, roles and expiration of a new or pending invitation. */
import { change, create, refsOf } from '../api/client.ts'
import type { Row } from '../api/documents.ts'
import { refetch, useWhole } from '../api/hooks.ts'
import { Button } from '../kit/button.tsx'
import { Choices, chosen } from '../kit/choices.tsx'
import { dayOf, daysFromNow, endOf } from '../kit/days.ts'
import { Dialog } from '../kit/dialog.tsx'
import { Field } from '../kit/field.tsx'
import { Form, useSubmit } from '../kit/form.tsx'
import { Loading, TroubleLine } from '../kit/states.tsx'
import { done } from '../kit/toast.tsx'
import type { Draft, Link } from './states.ts'

const type = 'invitations'
const path = '/tenants/invitations'

interface InvitationFormProps {
  readonly draft: Draft
  /** The pending invitation to change; absent for a new one. */
  readonly pending?: Row<'invitations'>
  readonly onClose: () => void
  readonly onLink: (link: Link) => void
}

export function InvitationForm({ draft, pending, onClose, onLink }: InvitationFormProps) {
  const roles = useWhole<'roles'>('/roles', { sort: 'name' })
  const submitting = useSubmit(
    ['email', 'expires_at', 'roles'],
    async ({ email = '', expires_at, ...typed }) => {
      const written = {
        type,
        attributes: { email: email.trim(), ...(expires_at && { expires_at: endOf(expires_at) }) },
        relationships: { roles: { data: refsOf('roles', chosen(typed, 'roles')) } },
      }
      const made = pending
        ? await change(`${path}/${pending.id}`, { ...written, id: pending.id })
        : await create(path, written)
      await refetch(path)
      const { link, mailed = false } = made as unknown as Partial<Omit<Link, 'email'>>
      if (link) return onLink({ email: email.trim(), link, mailed })
      done('Invitation saved. Its link does not change.')
      onClose()
    },
  )
  const { errors, isBusy } = submitting
  const unreadRoles = roles.data
    ? undefined
    : roles.error
      ? 'The roles could not be read.'
      : 'The roles are loading.'
  const title = pending ? `Edit the invitation for ${pending.email}` : 'Invite user'
  return (
    <Dialog title={title} onClose={onClose}>
      <Form submitting={submitting} label={title}>
        <Field
          label="Email"
          name="email"
          type="email"
          autoComplete="off"
          defaultValue={draft.email}
          required
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the first thing to enter in a dialog
          autoFocus
          error={errors['email']}
        />
        {roles.data ? (
          <Choices
            legend="Roles"
            name="roles"
            options={roles.data.map(({ id, name }) => ({ value: id, label: name }))}
            checked={draft.roles}
            error={errors['roles']}
          />
        ) : roles.error ? (
          <TroubleLine error={roles.error} retry={() => void roles.refetch()} />
        ) : (
          <Loading rows={4} />
        )}
        <Field
          label="Expires on"
          name="expires_at"
          type="date"
          min={daysFromNow(1)}
          defaultValue={pending ? dayOf(Date.parse(pending.expires_at)) : daysFromNow(7)}
          hint="The invitation expires at the end of this day, at least 24 hours from now."
          error={errors['expires_at']}
        />
        <footer>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" isBusy={isBusy} disabledBecause={unreadRoles}>
            {pending ? 'Save' : 'Invite'}
          </Button>
        </footer>
      </Form>
    </Dialog>
  )
}
