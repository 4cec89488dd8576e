/** Ingestions: files with findings of other scanners, and their results. */
import { useEffect } from 'react'
import type { Row } from '../api/documents.ts'
import { type Paged, refetch, usePaged } from '../api/hooks.ts'
import { bytes } from '../kit/bytes.ts'
import { Filters } from '../kit/filters.tsx'
import type { Column } from '../kit/grid/grid.tsx'
import { List, type Listed } from '../kit/list.tsx'
import { Empty } from '../kit/states.tsx'
import { Time } from '../kit/time.tsx'
import { useView } from '../kit/view.ts'
import { counted, number } from '../kit/words.ts'
import { IngestionPanel } from './ingestion-panel.tsx'
import { IngestionStatus } from './ingestion-status.tsx'
import { Send } from './send.tsx'
import './ingestions.css'

const columns: readonly Column<Listed<'ingestions'>>[] = [
  {
    key: 'file',
    title: 'File',
    width: 'minmax(180px, 3fr)',
    card: 'title',
    cell: ({ row }) => row.file_name,
  },
  {
    key: 'status',
    title: 'Status',
    width: '112px',
    sort: 'status',
    card: 'start',
    cell: ({ row }) => <IngestionStatus status={row.status} />,
  },
  {
    key: 'records',
    title: 'Recorded',
    width: 'minmax(130px, 1fr)',
    align: 'end',
    cell: ({ row }) => recorded(row),
  },
  {
    key: 'invalid',
    title: 'Invalid',
    width: '96px',
    align: 'end',
    cell: ({ row }) => number(row.summary.invalid),
  },
  {
    key: 'bytes',
    title: 'Size',
    width: '96px',
    align: 'end',
    cell: ({ row }) => bytes(row.bytes),
  },
  {
    key: 'sent',
    title: 'Uploaded',
    width: '120px',
    sort: 'inserted_at',
    card: 'end',
    cell: ({ row }) => <Time at={row.inserted_at} />,
  },
]

const recorded = ({ summary, status }: Row<'ingestions'>): string =>
  status === 'pending' ? '' : `${number(summary.processed)} of ${number(summary.total)}`

const refreshMs = 2_000

/** Refetches the list while a file on the screen is being recorded. */
function useRefresh(rows: Paged<'ingestions'>): void {
  const isRunning = Array.from({ length: Math.min(rows.count ?? 0, 100) }, (_, index) =>
    rows.row(index),
  ).some((row) => row?.status === 'pending' || row?.status === 'processing')
  useEffect(() => {
    if (!isRunning) return undefined
    const timer = setInterval(() => void refetch('/ingestions'), refreshMs)
    return () => clearInterval(timer)
  }, [isRunning])
}

export default function Ingestions() {
  const { view, query, set } = useView()
  const ingestions = usePaged<'ingestions'>('/ingestions', query)
  useRefresh(ingestions)
  const opened = view['open']
  return (
    <div className="screen">
      <header className="screen-head">
        <h1>Ingestions</h1>
        <p className="muted" role="status">
          {ingestions.count === undefined ? '' : counted(ingestions.count, 'file')}
        </p>
      </header>
      <Send />
      <Filters
        view={view}
        set={set}
        search="files"
        choices={[
          {
            name: 'filter[status__in]',
            title: 'Status',
            values: ['pending', 'processing', 'completed', 'failed'],
          },
        ]}
      />
      <div className="split">
        <div>
          <List
            label="Ingestions"
            columns={columns}
            rows={ingestions}
            sort="-inserted_at"
            empty={
              <Empty icon="ingestions" title="No files yet">
                Upload findings of other scanners in OCSF format. They appear in the same lists as
                findings from scans, with the same triage.
              </Empty>
            }
          />
        </div>
        {opened && (
          <IngestionPanel key={opened} id={opened} onClose={() => set({ open: undefined })} />
        )}
      </div>
    </div>
  )
}
