/** The members of the tenant, their roles, and their removal. */
import { Link } from 'wouter'
import { usePaged } from '../api/hooks.ts'
import { Filters } from '../kit/filters.tsx'
import type { Column } from '../kit/grid/grid.tsx'
import { List, type Listed } from '../kit/list.tsx'
import { Tag } from '../kit/marks.tsx'
import { Empty } from '../kit/states.tsx'
import { Time } from '../kit/time.tsx'
import { useView } from '../kit/view.ts'
import { counted } from '../kit/words.ts'
import { useMe } from '../session/me.tsx'
import { UserPanel } from './user-panel.tsx'

const columns: readonly Column<Listed<'users'>>[] = [
  {
    key: 'name',
    title: 'Name',
    width: 'minmax(120px, 2fr)',
    sort: 'name',
    card: 'title',
    cell: ({ row }) => row.name,
  },
  {
    key: 'email',
    title: 'Email',
    width: 'minmax(200px, 3fr)',
    sort: 'email',
    card: 'start',
    cell: ({ row }) => (
      <>
        {row.email} {!row.email_verified && <Tag kind="partial">Not verified</Tag>}
      </>
    ),
  },
  {
    key: 'membership',
    title: 'Membership',
    width: '96px',
    cell: ({ row, included }) =>
      included?.of('memberships', row, 'memberships')?.role === 'owner' ? 'Owner' : 'Member',
  },
  {
    key: 'roles',
    title: 'Roles',
    width: 'minmax(120px, 2fr)',
    cell: ({ row, included }) => {
      const names = [row.related['roles'] ?? []]
        .flat()
        .flatMap((ref) => included?.get('roles', ref?.id)?.name ?? [])
      return names.length > 0 ? names.join(', ') : <span className="muted">None</span>
    },
  },
  {
    key: 'joined',
    title: 'Joined',
    width: '120px',
    sort: 'date_joined',
    card: 'end',
    cell: ({ row }) => <Time at={row.date_joined} />,
  },
]

/** Users who may not manage the account cannot see the roles of others. */
const withoutRights = columns.filter(({ key }) => key !== 'roles' && key !== 'membership')

export default function Users() {
  const me = useMe()
  const { view, query, set } = useView()
  const users = usePaged<'users'>('/users', { ...query, include: 'roles,memberships' })
  const opened = view['open']
  return (
    <div className="screen">
      <header className="screen-head">
        <h1>Users</h1>
        <p className="muted" role="status">
          {users.count === undefined ? '' : counted(users.count, 'member')}
        </p>
        {me.may('manage_account') && (
          <Link href="/invitations?new=yes" className="button primary">
            Invite user
          </Link>
        )}
      </header>
      <Filters view={view} set={set} search="members" />
      <div className="split">
        <div>
          <List
            label="Users"
            columns={me.may('manage_account') ? columns : withoutRights}
            rows={users}
            sort="date_joined"
            empty={<Empty icon="users" title="No users" />}
          />
        </div>
        {opened && <UserPanel key={opened} id={opened} onClose={() => set({ open: undefined })} />}
      </div>
    </div>
  )
}
