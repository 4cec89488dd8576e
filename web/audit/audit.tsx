/** Audit: changes and their authors, newest first. */
import { useEffect, useMemo, useState } from 'react'
import { useList, usePaged } from '../api/hooks.ts'
import { dayIn, endOf, startOf } from '../kit/days.ts'
import { Filters } from '../kit/filters.tsx'
import type { Column } from '../kit/grid/grid.tsx'
import { List, type Listed } from '../kit/list.tsx'
import { Empty } from '../kit/states.tsx'
import { Time } from '../kit/time.tsx'
import { useView } from '../kit/view.ts'
import { counted, words } from '../kit/words.ts'
import { useMe } from '../session/me.tsx'
import type { Names } from './actors.ts'
import { AuditPanel, Said } from './audit-panel.tsx'
import { differences } from './difference.ts'

const columnsWith = (names: Names): readonly Column<Listed<'audit-events'>>[] => [
  {
    key: 'at',
    title: 'Time',
    width: '120px',
    sort: 'inserted_at',
    card: 'end',
    cell: ({ row }) => <Time at={row.inserted_at} />,
  },
  {
    key: 'event',
    title: 'Event',
    width: 'minmax(280px, 3fr)',
    card: 'title',
    cell: ({ row }) => <Said event={row} names={names} />,
  },
  {
    key: 'changes',
    title: 'Changed',
    width: 'minmax(140px, 2fr)',
    cell: ({ row }) => {
      const paths = differences(row.before, row.after).map(({ path }) => path)
      return <span className="muted">{paths.join(', ')}</span>
    },
  },
]

/** Types with changes; the API accepts any. */
const types = [
  'users',
  'memberships',
  'roles',
  'invitations',
  'api-keys',
  'second-factors',
  'saml-configurations',
  'providers',
  'provider-secrets',
  'provider-groups',
  'scans',
  'schedules',
  'scan-configurations',
  'mute-rules',
  'processors',
  'ingestions',
  'tenants',
]

export default function Audit() {
  const me = useMe()
  const { view, query, set } = useView()
  const events = usePaged<'audit-events'>('/audit-events', query)
  const users = useList<'users'>(
    '/users',
    { 'page[size]': 100 },
    { enabled: me.may('manage_users') },
  )
  const names = useMemo(
    () => new Map([me.user, ...(users.data?.rows ?? [])].map(({ id, name }) => [id, name])),
    [users.data, me.user],
  )
  const columns = useMemo(() => columnsWith(names), [names])
  const opened = view['open']
  return (
    <div className="screen">
      <header className="screen-head">
        <h1>Audit</h1>
        <p className="muted" role="status">
          {events.count === undefined ? '' : counted(events.count, 'event')}
        </p>
      </header>
      <Filters
        view={view}
        set={set}
        choices={[
          {
            name: 'filter[actor]',
            title: 'Actor',
            values: [...names.keys()],
            label: (id) => names.get(id) ?? id,
          },
          {
            name: 'filter[resource_type__in]',
            title: 'Resource',
            values: types,
            label: (type) => words(type.replaceAll('-', ' ')),
          },
        ]}
      >
        <Action view={view} set={set} />
        <Day title="From" name="filter[inserted_at__gte]" at={startOf} view={view} set={set} />
        <Day title="To" name="filter[inserted_at__lte]" at={endOf} view={view} set={set} />
      </Filters>
      <div className="split">
        <div>
          <List
            label="Audit events"
            columns={columns}
            rows={events}
            sort="-inserted_at"
            empty={<Empty icon="audit" title="No audit events yet" />}
          />
        </div>
        {opened && (
          <AuditPanel
            key={opened}
            id={opened}
            names={names}
            onClose={() => set({ open: undefined })}
          />
        )}
      </div>
    </div>
  )
}

type Viewed = Pick<ReturnType<typeof useView>, 'view' | 'set'>

function Action({ view, set }: Viewed) {
  const name = 'filter[action]'
  const applied = view[name] ?? ''
  const [typed, setTyped] = useState(applied)
  useEffect(() => setTyped(applied), [applied]) // Back changes it too
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        set({ [name]: typed.trim() })
      }}
    >
      <input
        type="search"
        aria-label="Action"
        placeholder="Action, for example roles_create"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
    </form>
  )
}

interface DayProps extends Viewed {
  readonly title: string
  readonly name: string
  /** The start or end of the day, in UTC. */
  readonly at: (day: string) => string
}

function Day({ title, name, at, view, set }: DayProps) {
  const applied = dayIn(view[name] ?? '')
  const [typed, setTyped] = useState(applied)
  useEffect(() => setTyped(applied), [applied])
  return (
    <label>
      {title}
      <input
        type="date"
        title="In your local time. The URL contains UTC."
        value={typed}
        onChange={({ target: { value } }) => {
          setTyped(value)
          // Ignore incomplete years while the user is typing: 0002, 0020, 0202.
          if (value === '' || value >= '1000') set({ [name]: value && at(value) })
        }}
      />
    </label>
  )
}
