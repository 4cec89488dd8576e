import { Link, useLocation } from 'wouter'
import { search } from '../api/query.ts'
import type { Column } from '../kit/grid/grid.tsx'
import type { Listed } from '../kit/list.tsx'
import { duration, Time } from '../kit/time.tsx'
import { merged, useView } from '../kit/view.ts'
import { DifferenceCell, ofScan } from './differences.tsx'
import type { Scan } from './follow.ts'
import { PartialTag, StateMark, triggerWord } from './marks.tsx'
import { whyNoReports } from './report-files.ts'

type Shown = Listed<'scans'>

const isFull = ({ state, is_partial }: Scan): boolean => state === 'completed' && !is_partial

export const columns: readonly Column<Shown>[] = [
  {
    key: 'provider',
    title: 'Scan',
    width: 'minmax(200px, 2fr)',
    card: 'title',
    cell: ({ row, included }) => {
      const provider = included?.of('providers', row, 'provider')
      return (
        <span title={provider?.uid}>
          <PartialTag scan={row} /> <strong>{provider?.alias ?? provider?.uid}</strong>{' '}
          {row.name && <span className="muted">{row.name}</span>}
        </span>
      )
    },
  },
  {
    key: 'state',
    title: 'State',
    width: '120px',
    card: 'start',
    cell: ({ row: scan }) => <StateMark state={scan.state} />,
  },
  {
    key: 'trigger',
    title: 'Trigger',
    width: '100px',
    sort: 'trigger',
    cell: ({ row: scan }) => triggerWord(scan.trigger),
  },
  {
    key: 'started',
    title: 'Started',
    width: '120px',
    sort: 'inserted_at',
    card: 'end',
    cell: ({ row: scan }) => <Time at={scan.started_at ?? scan.inserted_at} />,
  },
  {
    key: 'duration',
    title: 'Duration',
    width: '100px',
    align: 'end',
    cell: ({ row: scan }) => (scan.duration === null ? '' : duration(scan.duration)),
  },
  {
    key: 'differences',
    title: 'Changes',
    width: 'minmax(150px, 1fr)',
    cell: ({ row: scan }) => (isFull(scan) ? <DifferenceCell scanId={scan.id} /> : null),
  },
  {
    key: 'resources',
    title: 'Resources',
    width: '90px',
    align: 'end',
    cell: ({ row: scan }) => scan.unique_resource_count || '',
  },
  {
    key: 'findings',
    title: 'Findings',
    width: '90px',
    cell: ({ row: scan }) =>
      scan.state === 'completed' ? <Link href={ofScan(scan.id)}>Findings</Link> : null,
  },
  {
    key: 'reports',
    title: 'Reports',
    width: '90px',
    cell: ({ row: scan }) =>
      whyNoReports(scan) === undefined ? <ReportsLink scan={scan} /> : null,
  },
]

/** Opens the panel of the scan; the list is unchanged. */
function ReportsLink({ scan: { id } }: { readonly scan: Scan }) {
  const { view } = useView()
  const [path] = useLocation()
  return <Link href={path + search(merged(view, { open: id, part: 'reports' }))}>Reports</Link>
}
