import { Link } from 'wouter'
import { useList } from '../../api/hooks.ts'
import { ApiProblem } from '../../api/problem.ts'
import { Loading, Trouble } from '../../kit/states.tsx'
import { counted } from '../../kit/words.ts'
import type { Shown } from '../rows.ts'

/** Requirements shown in a row before the rest is counted. */
const named = 8

export function Compliance({ finding }: Shown) {
  const asked = useList<'check-frameworks'>(
    `/checks/${encodeURIComponent(finding.check_id)}/frameworks`,
  )
  const isUnknown = asked.error instanceof ApiProblem && asked.error.status === 404
  if (isUnknown)
    return (
      <p className="muted">
        No framework contains this check. It is known only from an imported file.
      </p>
    )
  if (asked.error) return <Trouble error={asked.error} retry={() => void asked.refetch()} />
  if (!asked.data) return <Loading />
  const { rows } = asked.data
  if (rows.length === 0) return <p className="muted">No framework contains this check.</p>
  return (
    <>
      <p>
        {counted(rows.length, 'framework contains', 'frameworks contain')} this check. A requirement
        fails if one of its checks fails.
      </p>
      <table className="table frameworks">
        <thead>
          <tr>
            <th>Framework</th>
            <th>Requirements</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, name, requirements }) => (
            <tr key={id}>
              <td>
                <Link href={`/compliance/${encodeURIComponent(id)}`}>{name}</Link>
              </td>
              <td className="mono small">
                {requirements.slice(0, named).join(', ')}
                {requirements.length > named && (
                  <span title={requirements.join(', ')}>
                    {' '}
                    and {requirements.length - named} more
                  </span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
