/** API keys: users, expirations, and last uses. */
import { useState } from 'react'
import { create } from '../api/client.ts'
import { refetch, usePaged } from '../api/hooks.ts'
import { Button } from '../kit/button.tsx'
import { daysFromNow, endOf } from '../kit/days.ts'
import { Dialog, DialogButtons } from '../kit/dialog.tsx'
import { Field } from '../kit/field.tsx'
import { Filters } from '../kit/filters.tsx'
import { Form, useSubmit } from '../kit/form.tsx'
import type { Column } from '../kit/grid/grid.tsx'
import { List, type Listed } from '../kit/list.tsx'
import { Tag } from '../kit/marks.tsx'
import { Secret } from '../kit/secret.tsx'
import { Empty } from '../kit/states.tsx'
import { Time } from '../kit/time.tsx'
import { useView } from '../kit/view.ts'
import { counted } from '../kit/words.ts'
import { ApiKeyPanel } from './api-key-panel.tsx'
import { lastUsed } from './last-used.ts'

const hasEnded = ({ expires_at }: { readonly expires_at: string }): boolean =>
  Date.parse(expires_at) <= Date.now()

const columns: readonly Column<Listed<'api-keys'>>[] = [
  {
    key: 'name',
    title: 'Name',
    width: 'minmax(140px, 2fr)',
    sort: 'name',
    card: 'title',
    cell: ({ row }) => (
      <>
        {row.name} {row.revoked && <Tag kind="muted">Revoked</Tag>}
      </>
    ),
  },
  {
    key: 'prefix',
    title: 'Prefix',
    width: '132px',
    sort: 'prefix',
    card: 'start',
    cell: ({ row }) => <code>{row.prefix}</code>,
  },
  {
    key: 'entity',
    title: 'User',
    width: 'minmax(120px, 1fr)',
    cell: ({ row, included }) =>
      included?.of('users', row, 'entity')?.name ?? <span className="muted">A former member</span>,
  },
  {
    key: 'used',
    title: 'Last used',
    width: '140px',
    cell: ({ row }) => (
      <span title="Updated at most once a minute">{lastUsed(row.last_used_at)}</span>
    ),
  },
  {
    key: 'expires',
    title: 'Expires',
    width: '140px',
    sort: 'expires_at',
    card: 'end',
    cell: ({ row }) =>
      hasEnded(row) ? (
        <span className="muted">
          Expired <Time at={row.expires_at} />
        </span>
      ) : (
        <Time at={row.expires_at} />
      ),
  },
  {
    key: 'made',
    title: 'Created',
    width: '120px',
    sort: 'inserted_at',
    cell: ({ row }) => <Time at={row.inserted_at} />,
  },
]

export default function ApiKeys() {
  const { view, query, set } = useView()
  const keys = usePaged<'api-keys'>('/api-keys', { ...query, include: 'entity' })
  const [isMaking, setMaking] = useState(false)
  const [made, setMade] = useState<Made | null>(null)
  const opened = view['open']
  return (
    <div className="screen">
      <header className="screen-head">
        <h1>API keys</h1>
        <p className="muted" role="status">
          {keys.count === undefined ? '' : counted(keys.count, 'key')}
        </p>
        <Button kind="primary" onClick={() => setMaking(true)}>
          New key
        </Button>
      </header>
      <Filters
        view={view}
        set={set}
        search="keys"
        choices={[
          {
            name: 'filter[revoked]',
            title: 'State',
            values: ['false', 'true'],
            label: (value) => (value === 'true' ? 'Revoked' : 'Active'),
          },
        ]}
      />
      <div className="split">
        <div>
          <List
            label="API keys"
            columns={columns}
            rows={keys}
            empty={
              <Empty
                icon="keys"
                title="No API keys yet"
                action={
                  <Button kind="primary" onClick={() => setMaking(true)}>
                    New key
                  </Button>
                }
              >
                Programs use API keys to call the API. A key has the permissions of its user in this
                tenant.
              </Empty>
            }
          />
        </div>
        {opened && (
          <ApiKeyPanel key={opened} id={opened} onClose={() => set({ open: undefined })} />
        )}
      </div>
      {isMaking && (
        <NewKey
          onClose={() => setMaking(false)}
          onMade={(key) => {
            setMaking(false)
            setMade(key)
          }}
        />
      )}
      {made && (
        <Secret
          title={`API key ${made.name}`}
          label="API key"
          text={made.api_key}
          onClose={() => setMade(null)}
        >
          Store the key now. It is shown only once. Send it with requests as{' '}
          <code>Authorization: Api-Key …</code>
        </Secret>
      )}
    </div>
  )
}

interface Made {
  readonly name: string
  readonly api_key: string
}

function NewKey({
  onClose,
  onMade,
}: {
  readonly onClose: () => void
  readonly onMade: (key: Made) => void
}) {
  const submitting = useSubmit(['name', 'expires_at'], async ({ name = '', expires_at }) => {
    const attributes = { name: name.trim(), ...(expires_at && { expires_at: endOf(expires_at) }) }
    const key = await create('/api-keys', { type: 'api-keys', attributes })
    await refetch('/api-keys')
    onMade(key as unknown as Made)
  })
  const { errors, isBusy } = submitting
  return (
    <Dialog title="New API key" onClose={onClose}>
      <Form submitting={submitting} label="New API key">
        <Field
          label="Name"
          name="name"
          required
          maxLength={100}
          autoComplete="off"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the first thing to enter in a dialog
          autoFocus
          hint="Where the key is used, for example a pipeline or a dashboard."
          error={errors['name']}
        />
        <Field
          label="Expires on"
          name="expires_at"
          type="date"
          min={daysFromNow(0)}
          defaultValue={daysFromNow(365)}
          hint="The key expires at the end of this day, or earlier if you leave the tenant."
          error={errors['expires_at']}
        />
        <DialogButtons onCancel={onClose} isBusy={isBusy}>
          Create key
        </DialogButtons>
      </Form>
    </Dialog>
  )
}
