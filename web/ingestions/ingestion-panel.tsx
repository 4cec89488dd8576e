/** One file: its progress, its error, and its scans. */
import { Link } from 'wouter'
import type { Row } from '../api/documents.ts'
import { useList, useShow } from '../api/hooks.ts'
import { bytes } from '../kit/bytes.ts'
import { Panel } from '../kit/panel.tsx'
import { Loading, Trouble } from '../kit/states.tsx'
import { Time } from '../kit/time.tsx'
import { counted, number } from '../kit/words.ts'
import { IngestionStatus } from './ingestion-status.tsx'
import { KeptFile } from './kept-file.tsx'

interface IngestionPanelProps {
  readonly id: string
  readonly onClose: () => void
}

export function IngestionPanel({ id, onClose }: IngestionPanelProps) {
  const asked = useShow<'ingestions'>(`/ingestions/${id}`, { include: 'scans' })
  const { data } = asked
  return (
    <Panel title={data?.row.file_name ?? 'File'} onClose={onClose}>
      {asked.error && <Trouble error={asked.error} retry={() => void asked.refetch()} />}
      {!data && !asked.error && <Loading />}
      {data && (
        <div className="tab-panel">
          <Facts row={data.row} />
          <section>
            <h3>Scans</h3>
            <Scans
              rows={[data.row.related['scans'] ?? []]
                .flat()
                .flatMap((ref) => data.included.get('scans', ref?.id) ?? [])}
              status={data.row.status}
            />
          </section>
          {data.row.is_retryable && <KeptFile id={data.row.id} />}
          <Errors row={data.row} />
        </div>
      )}
    </Panel>
  )
}

const countsOf = ({
  processed,
  outdated,
  duplicate,
  invalid,
}: Row<'ingestions'>['summary']): string[] => [
  `${number(processed)} recorded`,
  ...(outdated > 0 ? [`${number(outdated)} outdated`] : []),
  ...(duplicate > 0 ? [`${number(duplicate)} duplicate`] : []),
  `${number(invalid)} invalid`,
]

const Facts = ({ row }: { readonly row: Row<'ingestions'> }) => (
  <dl className="facts">
    <dt>Status</dt>
    <dd>
      <IngestionStatus status={row.status} />
    </dd>
    <dt>Records</dt>
    <dd>
      {number(row.summary.total)}: {countsOf(row.summary).join(', ')}
    </dd>
    <dt>Size</dt>
    <dd>{bytes(row.bytes)}</dd>
    <dt>Uploaded</dt>
    <dd>
      <Time at={row.inserted_at} />
    </dd>
    <dt>Completed</dt>
    <dd>{row.completed_at ? <Time at={row.completed_at} /> : 'Not yet'}</dd>
  </dl>
)

interface ScansProps {
  readonly rows: readonly Row<'scans'>[]
  readonly status: Row<'ingestions'>['status']
}

function Scans({ rows, status }: ScansProps) {
  if (rows.length === 0)
    return (
      <p className="muted">
        {status === 'failed'
          ? 'None: nothing from the file was recorded.'
          : 'None yet. Plumbline creates one per account after it reads the file.'}
      </p>
    )
  return (
    <ul>
      {rows.map(({ id, name, state }) => (
        <li key={id}>
          <Link href={`/scans?open=${id}`}>{name ?? 'Import'}</Link>{' '}
          <span className="muted">{state}</span>
        </li>
      ))}
    </ul>
  )
}

const shownErrors = 100

function Errors({ row: { id, status, summary } }: { readonly row: Row<'ingestions'> }) {
  const { outdated, duplicate, invalid } = summary
  const isBad = status === 'failed' || outdated + duplicate + invalid > 0
  const asked = useList<'ingestion-errors'>(
    `/ingestions/${id}/errors`,
    { 'page[size]': shownErrors },
    { enabled: isBad || status === 'completed' }, // also for a recorded file, because parts may have been omitted
  )
  if (asked.error) return <Trouble error={asked.error} retry={() => void asked.refetch()} />
  if (!asked.data) return isBad ? <Loading rows={3} /> : null
  const { rows, count } = asked.data
  if (count === 0) return null
  return (
    <section>
      <h3>Not recorded</h3>
      {count > rows.length && (
        <p className="muted">
          Showing the first {number(rows.length)} of {counted(count, 'problem')}.
        </p>
      )}
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Record</th>
            <th scope="col">Field</th>
            <th scope="col">Reason</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((error) => (
            <tr key={error.id}>
              <td>{error.index === null ? 'File' : number(error.index)}</td>
              <td>
                <code>{error.pointer}</code>
              </td>
              <td>{error.detail}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
