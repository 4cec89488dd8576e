/** Invitations: invited users, and their states. */
import { useState } from 'react'
import { usePaged } from '../api/hooks.ts'
import { Button } from '../kit/button.tsx'
import { Filters } from '../kit/filters.tsx'
import type { Column } from '../kit/grid/grid.tsx'
import { List, type Listed } from '../kit/list.tsx'
import { Secret } from '../kit/secret.tsx'
import { Empty } from '../kit/states.tsx'
import { Time } from '../kit/time.tsx'
import { useView } from '../kit/view.ts'
import { counted } from '../kit/words.ts'
import { InvitationForm } from './invitation-form.tsx'
import { InvitationPanel } from './invitation-panel.tsx'
import { actionsOf, type Draft, type Link, rolesOf, stateWords } from './states.ts'

const columnsWith = (again: (draft: Draft) => void): readonly Column<Listed<'invitations'>>[] => [
  {
    key: 'email',
    title: 'Email',
    width: 'minmax(180px, 3fr)',
    card: 'title',
    cell: ({ row }) => row.email,
  },
  {
    key: 'state',
    title: 'State',
    width: 'minmax(180px, 2fr)',
    sort: 'state',
    card: 'start',
    cell: ({ row }) => (
      <span className={row.state === 'pending' ? '' : 'muted'}>{stateWords(row)}</span>
    ),
  },
  {
    key: 'roles',
    title: 'Roles',
    width: 'minmax(120px, 2fr)',
    cell: ({ row, included }) =>
      rolesOf(row)
        .flatMap((id) => included?.get('roles', id)?.name ?? [])
        .join(', '),
  },
  {
    key: 'inviter',
    title: 'Invited by',
    width: 'minmax(100px, 1fr)',
    cell: ({ row, included }) => included?.of('users', row, 'inviter')?.name ?? '',
  },
  {
    key: 'invited',
    title: 'Invited',
    width: '120px',
    sort: 'inserted_at',
    cell: ({ row }) => <Time at={row.inserted_at} />,
  },
  {
    key: 'actions',
    title: '',
    width: '112px',
    card: 'end',
    cell: ({ row }) =>
      actionsOf(row).includes('again') && (
        // Keyboard users find the action in the panel, which Enter opens.
        <button
          type="button"
          className="link"
          tabIndex={-1}
          onClick={() => again({ email: row.email, roles: rolesOf(row) })}
        >
          Invite again
        </button>
      ),
  },
]

export default function Invitations() {
  const { view, query, set } = useView()
  const invitations = usePaged<'invitations'>('/tenants/invitations', {
    ...query,
    include: 'roles,inviter',
  })
  const [draft, setDraft] = useState<Draft | null>(view['new'] ? { email: '', roles: [] } : null)
  const [made, setMade] = useState<Link | null>(null)
  const [columns] = useState(() => columnsWith(setDraft))
  const opened = view['open']
  const stop = (): void => {
    setDraft(null)
    if (view['new']) set({ new: undefined }, { replace: true })
  }
  return (
    <div className="screen">
      <header className="screen-head">
        <h1>Invitations</h1>
        <p className="muted" role="status">
          {invitations.count === undefined ? '' : counted(invitations.count, 'invitation')}
        </p>
        <Button kind="primary" onClick={() => setDraft({ email: '', roles: [] })}>
          Invite user
        </Button>
      </header>
      <Filters
        view={view}
        set={set}
        search="invitations"
        choices={[
          {
            name: 'filter[state__in]',
            title: 'State',
            values: ['pending', 'expired', 'revoked', 'accepted'],
          },
        ]}
      />
      <div className="split">
        <div>
          <List
            label="Invitations"
            columns={columns}
            rows={invitations}
            sort="-inserted_at"
            empty={
              <Empty
                icon="invitations"
                title="No invitations yet"
                action={
                  <Button kind="primary" onClick={() => setDraft({ email: '', roles: [] })}>
                    Invite user
                  </Button>
                }
              >
                An invitation is a link. The invited user opens it and joins this tenant with the
                roles you choose.
              </Empty>
            }
          />
        </div>
        {opened && (
          <InvitationPanel
            key={opened}
            id={opened}
            onAgain={setDraft}
            onLink={setMade}
            onClose={() => set({ open: undefined })}
          />
        )}
      </div>
      {draft && (
        <InvitationForm
          draft={draft}
          onClose={stop}
          onLink={(link) => {
            stop()
            setMade(link)
          }}
        />
      )}
      {made && (
        <Secret
          title={`Invitation link for ${made.email}`}
          label="Link"
          text={made.link}
          onClose={() => setMade(null)}
        >
          {made.mailed
            ? `Plumbline emails it to ${made.email}. You can also send the link yourself.`
            : `No email was sent. Send the link to ${made.email} yourself.`}{' '}
          To join, the user signs up or signs in with this address. The link is shown only once. You
          can create a new link while the invitation is pending.
        </Secret>
      )}
    </div>
  )
}
