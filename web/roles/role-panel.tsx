/** A stored or new role: permissions, visible providers, and members. */
import { useState } from 'react'
import { Link } from 'wouter'
import { change, create, current, ensureDeleted, refsOf } from '../api/client.ts'
import { editedOnly, editedSet, isSameSet } from '../api/edits.ts'
import type { Row } from '../api/documents.ts'
import { forget, refetch, useList, useShow, useWhole } from '../api/hooks.ts'
import { Button } from '../kit/button.tsx'
import { Choices, chosen } from '../kit/choices.tsx'
import { Confirm } from '../kit/dialog.tsx'
import { Checkbox, Field } from '../kit/field.tsx'
import { Form, useSubmit } from '../kit/form.tsx'
import { Panel } from '../kit/panel.tsx'
import { Loading, Trouble } from '../kit/states.tsx'
import { done } from '../kit/toast.tsx'
import { counted, number } from '../kit/words.ts'
import { permissionWords, unless, useMe } from '../session/me.tsx'
import { NewGroup } from './new-group.tsx'
import { permissionLines, permissions } from './permissions.ts'

interface RolePanelProps {
  /** Null for a new role. */
  readonly id: string | null
  readonly onMade: (id: string) => void
  readonly onClose: () => void
}

export function RolePanel({ id, onMade, onClose }: RolePanelProps) {
  const asked = useShow<'roles'>(`/roles/${id}`, {}, { enabled: id !== null })
  const groups = useWhole<'provider-groups'>('/provider-groups', { sort: 'name' })
  const role = asked.data?.row ?? null
  const [saves, setSaves] = useState(0)
  const error = asked.error ?? groups.error
  const isReady = (id === null || role !== null) && groups.data !== undefined
  return (
    <Panel title={id === null ? 'New role' : (role?.name ?? 'Role')} onClose={onClose}>
      {error && <Trouble error={error} retry={() => void refetch('/roles', '/provider-groups')} />}
      {!isReady && !error && <Loading />}
      {isReady && groups.data && (
        <div className="tab-panel">
          <Editor
            key={saves}
            stored={role}
            groups={groups.data}
            onMade={onMade}
            onSaved={() => setSaves(saves + 1)}
          />
          {role && <Members role={role} />}
          {role && role.name !== admin && <Delete role={role} onGone={onClose} />}
        </div>
      )}
    </Panel>
  )
}

/** The role that every tenant has; the API does not allow changes to it. */
const admin = 'admin'

const idsOf = (role: Row<'roles'> | null, name: string): readonly string[] =>
  [role?.related[name] ?? []].flat().flatMap((ref) => ref?.id ?? [])

interface EditorProps extends Pick<RolePanelProps, 'onMade'> {
  readonly stored: Row<'roles'> | null
  readonly onSaved: () => void
  readonly groups: readonly Row<'provider-groups'>[]
}

function Editor({ stored, groups, onMade, onSaved }: EditorProps) {
  const [role] = useState(stored)
  const isFixed = role?.name === admin
  const [seesAll, setSeesAll] = useState(role?.unlimited_visibility ?? false)
  const [seen, setSeen] = useState<readonly string[]>(idsOf(role, 'provider_groups'))
  const submitting = useSubmit(['name', 'provider_groups', ...permissions], async (typed) => {
    const flags = Object.fromEntries(
      permissions.map((name) => [name, typed[`permissions/${name}`] !== undefined]),
    )
    const attributes = { name: typed['name']?.trim(), ...flags, unlimited_visibility: seesAll }
    const ids = chosen(typed, 'provider_groups')
    const before = idsOf(role, 'provider_groups')
    const linked = (groups: readonly string[]) => ({
      relationships: { provider_groups: { data: refsOf('provider-groups', groups) } },
    })
    if (role) {
      // While the role can see all providers, its groups are hidden and unchanged.
      const isRegrouped = !seesAll && !isSameSet(ids, before)
      const path = `/roles/${role.id}`
      const now = isRegrouped ? idsOf(await current<'roles'>(path), 'provider_groups') : before
      await change(path, {
        type: 'roles',
        id: role.id,
        attributes: editedOnly(role, attributes),
        ...(isRegrouped && linked(editedSet(now, before, ids))),
      })
    }
    const made = role
      ? null
      : await create('/roles', { type: 'roles', attributes, ...(!seesAll && linked(ids)) })
    await refetch('/roles', '/users')
    onSaved()
    done(role ? 'Role saved. The change applies to all its members immediately.' : 'Role created.')
    if (!role && made) onMade(made.id)
  })
  const { errors, isBusy } = submitting
  const refusal = unless(useMe(), 'manage_providers')
  const [isGrouping, setGrouping] = useState(false)
  return (
    <>
      <Form submitting={submitting} label={role ? `Role ${role.name}` : 'New role'}>
        {isFixed && (
          <p className="muted">
            This built-in role has all permissions and cannot be changed. Create another role
            instead.
          </p>
        )}
        <Field
          label="Name"
          name="name"
          defaultValue={role?.name}
          required
          readOnly={isFixed}
          maxLength={255}
          error={errors['name']}
        />
        <Choices
          legend="Permissions"
          name="permissions"
          disabled={isFixed}
          checked={permissions.filter((name) => role?.[name])}
          options={permissions.map((name) => ({
            value: name,
            label: permissionWords[name],
            hint: permissionLines[name],
          }))}
          error={permissions.map((name) => errors[name]).find(Boolean)}
        />
        <fieldset className="choices" disabled={isFixed}>
          <legend>Visibility</legend>
          <Checkbox
            label="All providers"
            hint="Includes providers that are connected later."
            checked={seesAll}
            onChange={({ target }) => setSeesAll(target.checked)}
          />
        </fieldset>
        {!seesAll && (
          <div
            onChange={({ target }) => {
              const { name, checked } = target as unknown as HTMLInputElement
              const group = name.slice('provider_groups/'.length)
              setSeen(checked ? [...seen, group] : seen.filter((one) => one !== group))
            }}
          >
            <Choices
              legend="Provider groups"
              name="provider_groups"
              disabled={isFixed}
              checked={seen}
              options={groups.map(({ id, name, related }) => ({
                value: id,
                label: name,
                hint: counted([related['providers'] ?? []].flat().length, 'provider'),
              }))}
              none="No provider groups yet. Without a group, members with this role cannot see any provider."
              error={errors['provider_groups']}
            />
            {!isFixed && (
              <Button icon="plus" disabledBecause={refusal} onClick={() => setGrouping(true)}>
                New group
              </Button>
            )}
          </div>
        )}
        <Sees all={seesAll} groups={seen} />
        {!isFixed && (
          <div className="row">
            <Button type="submit" kind="primary" isBusy={isBusy}>
              {role ? 'Save' : 'Create role'}
            </Button>
          </div>
        )}
      </Form>
      {isGrouping && (
        <NewGroup
          onMade={(made) => setSeen((before) => [...before, made])}
          onClose={() => setGrouping(false)}
        />
      )}
    </>
  )
}

/** "Sees 12 of 40 providers", of the providers that the current user can see. */
function Sees({ all, groups }: { readonly all: boolean; readonly groups: readonly string[] }) {
  const every = useList<'providers'>('/providers', { 'page[size]': 1 })
  const some = useList<'providers'>(
    '/providers',
    { 'filter[provider_groups__in]': groups.join(','), 'page[size]': 1 },
    { enabled: !all && groups.length > 0 },
  )
  if (!every.data) return null
  const of = every.data.count
  const sees = all ? of : groups.length === 0 ? 0 : some.data?.count
  if (sees === undefined) return null
  const filter = all || groups.length === 0 ? '' : `?filter[provider_groups__in]=${groups.join()}`
  return (
    <p role="status">
      Visible:{' '}
      <Link href={`/providers${filter}`}>{`${number(sees)} of ${counted(of, 'provider')}`}</Link>.
    </p>
  )
}

function Members({ role }: { readonly role: Row<'roles'> }) {
  const count = idsOf(role, 'users').length
  return (
    <p className="muted">
      {count === 0
        ? 'No user has this role.'
        : `${counted(count, 'member has', 'members have')} this role.`}{' '}
      <Link href="/users">Members</Link>
    </p>
  )
}

function Delete({ role, onGone }: { readonly role: Row<'roles'>; readonly onGone: () => void }) {
  const [asks, setAsks] = useState(false)
  const count = idsOf(role, 'users').length
  const remove = async (): Promise<void> => {
    await ensureDeleted(`/roles/${role.id}`)
    forget(`/roles/${role.id}`)
    onGone()
    done(`Role ${role.name} deleted.`)
    await refetch('/roles', '/users')
  }
  return (
    <div className="row">
      <Button kind="danger" onClick={() => setAsks(true)}>
        Delete role
      </Button>
      {asks && (
        <Confirm
          title={`Delete the role ${role.name}?`}
          onClose={() => setAsks(false)}
          action="Delete role"
          onConfirm={remove}
        >
          <p>
            {count === 0
              ? 'No user has this role.'
              : `${counted(count, 'member loses', 'members lose')} its permissions and visibility immediately.`}
          </p>
        </Confirm>
      )}
    </div>
  )
}
