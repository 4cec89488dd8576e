/** The user's sessions. */
import { destroy } from '../api/client.ts'
import { refetch, useList } from '../api/hooks.ts'
import { signOut } from '../api/session.ts'
import { Button } from '../kit/button.tsx'
import { Tag } from '../kit/marks.tsx'
import { Loading, Trouble } from '../kit/states.tsx'
import { Time } from '../kit/time.tsx'
import { done, failed } from '../kit/toast.tsx'
import { useProof } from '../session/prove.tsx'

const path = '/users/me/sessions'

const methods = {
  password: 'Password',
  assigned_password: 'Password set by administrator',
  social: 'Identity provider',
  saml: 'SAML',
} as const

export function Sessions() {
  const asked = useList<'sessions'>(path, { 'page[size]': 100 })
  const { proven, question } = useProof()
  const end = (at: string, sentence: string): void => {
    proven(async () => {
      await destroy(at)
      await refetch(path)
      done(sentence)
    }).catch(failed)
  }
  const rows = asked.data?.rows ?? []
  return (
    <section>
      <h2>Sessions</h2>
      {asked.error && <Trouble error={asked.error} retry={() => void asked.refetch()} />}
      {asked.isPending && <Loading rows={2} />}
      {asked.data && (
        <table className="table">
          <thead>
            <tr>
              <th scope="col">Signed in</th>
              <th scope="col">Method</th>
              <th scope="col" className="card-none">
                Last used
              </th>
              <th scope="col">
                <span className="visually-hidden">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ id, signed_in_at, last_used_at, auth_method, is_current }) => (
              <tr key={id}>
                <td>
                  <Time at={signed_in_at} /> {is_current && <Tag kind="good">This session</Tag>}
                </td>
                <td>{methods[auth_method]}</td>
                <td className="card-none">
                  <Time at={last_used_at} />
                </td>
                <td style={{ textAlign: 'end' }}>
                  {is_current ? (
                    <Button onClick={() => void signOut().catch(failed)}>Sign out</Button>
                  ) : (
                    <Button onClick={() => end(`${path}/${id}`, 'Session ended.')}>End</Button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {rows.length > 1 && (
        <div className="row">
          <Button onClick={() => end(path, 'All other sessions ended.')}>End all others</Button>
        </div>
      )}
      {question}
    </section>
  )
}
