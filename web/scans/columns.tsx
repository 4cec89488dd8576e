import { Link, useLocation } from 'wouter'
import { search } from '../api/query.ts'
import type { Column } from '../kit/grid/grid.tsx'
import type { Listed } from '../kit/list.tsx'
import { duration, Time } from '../kit/time.tsx'
import { number } from '../kit/words.ts'
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
    width: 'minmax(176px, 2fr)',
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
    width: '112px',
    card: 'start',
    cell: ({ row: scan }) => <StateMark state={scan.state} />,
  },
  {
    key: 'trigger',
    title: 'Trigger',
    width: '96px',
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
    width: '116px',
    align: 'end',
    cell: ({ row: scan }) => (scan.duration === null ? '' : duration(scan.duration)),
  },
  {
    key: 'differences',
    title: 'Changes',
    width: 'minmax(228px, 1fr)',
    cell: ({ row: scan }) => (isFull(scan) ? <DifferenceCell scan={scan} /> : null),
  },
  {
    key: 'resources',
    title: 'Resources',
    width: '90px',
    align: 'end',
    cell: ({ row: scan }) => (scan.unique_resource_count ? number(scan.unique_resource_count) : ''),
  },
  {
    key: 'links',
    title: 'Open',
    width: '144px',
    cell: ({ row: scan }) => (
      <span className="scan-links">
        {scan.state === 'completed' && <Link href={ofScan(scan.id)}>Findings</Link>}
        {whyNoReports(scan) === undefined && <ReportsLink scan={scan} />}
      </span>
    ),
  },
]

/** Opens the panel of the scan; the list is unchanged. */
function ReportsLink({ scan: { id } }: { readonly scan: Scan }) {
  const { view } = useView()
  const [path] = useLocation()
  return <Link href={path + search(merged(view, { open: id, part: 'reports' }))}>Reports</Link>
}
