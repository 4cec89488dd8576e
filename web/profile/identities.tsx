/** Accounts at identity providers with which the user signs in. */
import { useState } from 'react'
import { ensureDeleted } from '../api/client.ts'
import type { Row } from '../api/documents.ts'
import { refetch, useList } from '../api/hooks.ts'
import { Button } from '../kit/button.tsx'
import { Confirm } from '../kit/dialog.tsx'
import { Loading, Trouble } from '../kit/states.tsx'
import { Time } from '../kit/time.tsx'
import { done } from '../kit/toast.tsx'
import { useProof } from '../session/prove.tsx'

const path = '/users/me/identities'

export function Identities() {
  const asked = useList<'user-identities'>(path, { 'page[size]': 100 })
  const { proven, question } = useProof()
  const [asks, setAsks] = useState<Row<'user-identities'> | null>(null)
  const remove = async ({ id }: Row<'user-identities'>): Promise<void> => {
    await ensureDeleted(`${path}/${id}`)
    setAsks(null)
    done('Identity removed. You can no longer sign in with it.')
    await refetch(path)
  }
  return (
    <section>
      <h2>Linked identities</h2>
      {asked.error && <Trouble error={asked.error} retry={() => void asked.refetch()} />}
      {asked.isPending && <Loading rows={2} />}
      {asked.data?.rows.length === 0 && (
        <p className="muted">
          None. To link an account of an identity provider, sign in with it and use your verified
          email.
        </p>
      )}
      <ul className="stack">
        {asked.data?.rows.map((identity) => (
          <li key={identity.id} className="row spread">
            <span>
              {identity.email} at {identity.issuer}{' '}
              <span className="muted">
                since <Time at={identity.inserted_at} />
              </span>
            </span>
            <Button onClick={() => setAsks(identity)}>Remove</Button>
          </li>
        ))}
      </ul>
      {asks && (
        <Confirm
          title={`Remove ${asks.email} at ${asks.issuer}?`}
          onClose={() => setAsks(null)}
          action="Remove"
          onConfirm={() => proven(() => remove(asks))}
        >
          <p>You can no longer sign in with this account.</p>
        </Confirm>
      )}
      {question}
    </section>
  )
}
