/** One key: its user, name and expiration. */
import { useState } from 'react'
import { change, destroy } from '../api/client.ts'
import type { Row } from '../api/documents.ts'
import { refetch, useShow } from '../api/hooks.ts'
import { Button } from '../kit/button.tsx'
import { Confirm } from '../kit/dialog.tsx'
import { Field } from '../kit/field.tsx'
import { Form, useSubmit } from '../kit/form.tsx'
import { Panel } from '../kit/panel.tsx'
import { Loading, Trouble } from '../kit/states.tsx'
import { Time } from '../kit/time.tsx'
import { done } from '../kit/toast.tsx'
import { lastUsed } from './last-used.ts'

interface ApiKeyPanelProps {
  readonly id: string
  readonly onClose: () => void
}

export function ApiKeyPanel({ id, onClose }: ApiKeyPanelProps) {
  const asked = useShow<'api-keys'>(`/api-keys/${id}`, { include: 'entity' })
  const { data } = asked
  const owner = data?.included.of('users', data.row, 'entity')
  return (
    <Panel title={data?.row.name ?? 'API key'} onClose={onClose}>
      {asked.error && <Trouble error={asked.error} retry={() => void asked.refetch()} />}
      {!data && !asked.error && <Loading />}
      {data && (
        <div className="tab-panel">
          <dl className="facts">
            <dt>Prefix</dt>
            <dd className="mono">{data.row.prefix}</dd>
            <dt>User</dt>
            <dd>{owner ? `${owner.name}, ${owner.email}` : 'A former member'}</dd>
            <dt>Last used</dt>
            <dd>
              {lastUsed(data.row.last_used_at)}{' '}
              <span className="muted small">updated at most once a minute</span>
            </dd>
            <dt>Created</dt>
            <dd>
              <Time at={data.row.inserted_at} />
            </dd>
            <dt>Expires</dt>
            <dd>
              <Time at={data.row.expires_at} />
            </dd>
          </dl>
          {data.row.revoked ? (
            <p className="muted">This key is revoked. Requests with it are rejected.</p>
          ) : (
            <>
              <Rename key={data.row.name} apiKey={data.row} />
              <Revoke apiKey={data.row} />
            </>
          )}
        </div>
      )}
    </Panel>
  )
}

interface OfKey {
  readonly apiKey: Row<'api-keys'>
}

function Rename({ apiKey: { id, name } }: OfKey) {
  const submitting = useSubmit(['name'], async (typed) => {
    const attributes = { name: typed['name']?.trim() }
    await change(`/api-keys/${id}`, { type: 'api-keys', id, attributes })
    await refetch('/api-keys')
    done('Key renamed.')
  })
  return (
    <Form submitting={submitting} label="Rename key">
      <Field
        label="Name"
        name="name"
        defaultValue={name}
        required
        error={submitting.errors['name']}
      />
      <div className="row">
        <Button type="submit" isBusy={submitting.isBusy}>
          Rename
        </Button>
      </div>
    </Form>
  )
}

function Revoke({ apiKey: { id, name, prefix } }: OfKey) {
  const [asks, setAsks] = useState(false)
  const revoke = async (): Promise<void> => {
    await destroy(`/api-keys/${id}/revoke`)
    setAsks(false)
    done(`Key ${name} revoked.`)
    await refetch('/api-keys')
  }
  return (
    <div className="row">
      <Button kind="danger" onClick={() => setAsks(true)}>
        Revoke
      </Button>
      {asks && (
        <Confirm
          title={`Revoke the key ${name}?`}
          onClose={() => setAsks(false)}
          action="Revoke"
          onConfirm={revoke}
        >
          <p>
            Requests with <code>{prefix}</code> are rejected from now on. Requests with keys that
            were created with it are also rejected. This cannot be undone.
          </p>
        </Confirm>
      )}
    </div>
  )
}
