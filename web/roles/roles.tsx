/** Roles: permissions of members, and visible providers. */
import { usePaged } from '../api/hooks.ts'
import { Button } from '../kit/button.tsx'
import { Filters } from '../kit/filters.tsx'
import type { Column } from '../kit/grid/grid.tsx'
import { List, type Listed } from '../kit/list.tsx'
import { Empty } from '../kit/states.tsx'
import { Time } from '../kit/time.tsx'
import { useView } from '../kit/view.ts'
import { counted, number } from '../kit/words.ts'
import { permissionWords } from '../session/me.tsx'
import { permissionWordsOf } from './permissions.ts'
import { RolePanel } from './role-panel.tsx'

const many = (value: unknown): number => [value ?? []].flat().length

const columns: readonly Column<Listed<'roles'>>[] = [
  {
    key: 'name',
    title: 'Role',
    width: 'minmax(140px, 2fr)',
    sort: 'name',
    card: 'title',
    cell: ({ row }) => row.name,
  },
  {
    key: 'permissions',
    title: 'Permissions',
    width: 'minmax(180px, 3fr)',
    sort: 'permission_state',
    card: 'start',
    cell: ({ row }) => {
      const shown = permissionWordsOf(row, permissionWords)
      return <span title={shown}>{shown}</span>
    },
  },
  {
    key: 'sees',
    title: 'Visibility',
    width: 'minmax(120px, 1fr)',
    sort: 'unlimited_visibility',
    cell: ({ row }) =>
      row.unlimited_visibility
        ? 'All providers'
        : counted(many(row.related['provider_groups']), 'provider group'),
  },
  {
    key: 'users',
    title: 'Members',
    width: '88px',
    align: 'end',
    card: 'end',
    cell: ({ row }) => number(many(row.related['users'])),
  },
  {
    key: 'updated',
    title: 'Updated',
    width: '120px',
    sort: 'updated_at',
    cell: ({ row }) => <Time at={row.updated_at} />,
  },
]

export default function Roles() {
  const { view, query, set } = useView()
  const roles = usePaged<'roles'>('/roles', query)
  const opened = view['open']
  const make = (): void => set({ open: 'new' })
  return (
    <div className="screen">
      <header className="screen-head">
        <h1>Roles</h1>
        <p className="muted" role="status">
          {roles.count === undefined ? '' : counted(roles.count, 'role')}
        </p>
        <Button kind="primary" onClick={make}>
          New role
        </Button>
      </header>
      <Filters view={view} set={set} search="roles" />
      <div className="split">
        <div>
          <List
            label="Roles"
            columns={columns}
            rows={roles}
            sort="inserted_at"
            empty={<Empty icon="roles" title="No roles" />}
          />
        </div>
        {opened && (
          <RolePanel
            key={opened}
            id={opened === 'new' ? null : opened}
            onMade={(id) => set({ open: id }, { replace: true })}
            onClose={() => set({ open: undefined })}
          />
        )}
      </div>
    </div>
  )
}
