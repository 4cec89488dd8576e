/** Results of scans and actions of users on a finding, newest first. */
import { useQueries, type UseQueryResult } from '@tanstack/react-query'
import { list } from '../../api/client.ts'
import type { Row } from '../../api/documents.ts'
import { useList } from '../../api/hooks.ts'
import { StatusMark } from '../../kit/marks.tsx'
import { Loading, Trouble, TroubleLine } from '../../kit/states.tsx'
import { Time } from '../../kit/time.tsx'
import { counted } from '../../kit/words.ts'
import { type Observed, timeline } from '../timeline.ts'
import { Notes } from './notes.tsx'

interface Props {
  readonly finding: Row<'findings'>
  readonly scan: Row<'scans'> | undefined
}

/** The maximum number of scans of the account to read. */
const looked = 12

export function History({ finding, scan }: Props) {
  const provider = [scan?.related['provider'] ?? []].flat()[0]?.id
  const scans = useList<'scans'>(
    '/scans',
    {
      'filter[provider]': provider,
      'filter[state]': 'completed',
      'page[size]': looked,
      sort: '-inserted_at',
    },
    { enabled: provider !== undefined },
  )
  const rows = scans.data?.rows ?? []
  const seen = useQueries({
    queries: rows.map(({ id }) => {
      const asked = {
        'filter[scan]': id,
        'filter[uid]': finding.uid,
        'fields[findings]': 'status,raw_status,status_extended,severity,inserted_at',
      }
      return {
        queryKey: ['/findings', asked],
        queryFn: ({ signal }: { signal: AbortSignal }) =>
          list<'findings'>('/findings', asked, signal),
        staleTime: Number.POSITIVE_INFINITY,
      }
    }),
  })
  if (scans.error) return <Trouble error={scans.error} retry={() => void scans.refetch()} />
  const isLoading = scans.isLoading || seen.some(({ isLoading }) => isLoading)
  const unread = seen.filter(({ error }) => error)
  const observed = rows.flatMap((one, index): Observed[] => {
    const row = seen[index]?.data?.rows[0]
    return row ? [{ scan: one, row }] : []
  })
  return (
    <>
      <Attestation finding={finding} />
      <section>
        <h3>Scan results</h3>
        {isLoading ? (
          <Loading rows={3} />
        ) : (
          <ol className="timeline">
            {timeline(observed).map(({ row, scan: by, since, scans: count }) => (
              <li key={row.id + since}>
                <StatusMark status={row.raw_status} />
                <span className="said">{row.status_extended}</span>
                <span className="muted small">
                  {count > 1 ? `${count} scans in a row, since ` : `${by.name ?? by.trigger}, `}
                  <Time at={since} />
                </span>
              </li>
            ))}
          </ol>
        )}
        <Unread of={unread} />
        {!provider && (
          <p className="muted">
            The scan of this finding was deleted or is not visible to your role. Earlier results
            cannot be shown.
          </p>
        )}
        <p className="muted small">
          From the last {looked} completed scans of the account. First seen{' '}
          <Time at={finding.first_seen_at} />.
        </p>
      </section>
      <section>
        <h3>Notes</h3>
        <Notes findingId={finding.id} isReadOnly />
      </section>
    </>
  )
}

/** Scans that could not be read: without them the history has gaps. */
function Unread({ of }: { readonly of: readonly Pick<UseQueryResult, 'error' | 'refetch'>[] }) {
  const [first] = of
  if (!first?.error) return null
  return (
    <TroubleLine error={first.error} retry={() => of.forEach(({ refetch }) => void refetch())}>
      {counted(of.length, 'scan')} could not be loaded. Results may be missing.
    </TroubleLine>
  )
}

/** The attestation of a MANUAL finding: author, evidence and validity, next to the check's own result. */
export function Attestation({ finding }: { readonly finding: Row<'findings'> }) {
  const {
    manual_pass_active: isActive,
    manual_pass_created_at: at,
    manual_pass_expires_at: until,
    manual_pass_deactivated_at: ended,
    manual_pass_evidence: evidence,
    manual_pass_created_by_name: author,
  } = finding
  if (!at) return null
  return (
    <section aria-label="Attestation" className="attestation">
      <h3>{isActive ? 'Attested as passing' : 'Formerly attested as passing'}</h3>
      <blockquote className="said">{evidence}</blockquote>
      <dl className="facts">
        <dt>Check result</dt>
        <dd>
          <StatusMark status={finding.raw_status} />
        </dd>
        <dt>Author</dt>
        <dd>{author ?? 'a former member'}</dd>
        <dt>Verified</dt>
        <dd>
          <Time at={at} />
        </dd>
        <dt>{isActive ? 'Valid until' : 'Ended'}</dt>
        <dd>
          <Time at={isActive ? until : (ended ?? until)} />
        </dd>
      </dl>
    </section>
  )
}
