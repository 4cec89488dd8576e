import { Link } from 'wouter'
import { search } from '../api/query.ts'
import type { Column } from '../kit/grid/grid.tsx'
import type { Listed } from '../kit/list.tsx'
import { Time } from '../kit/time.tsx'
import { number } from '../kit/words.ts'

/** The link to its failing, unmuted findings, which the counter counts. */
export const failingOf = (id: string): string =>
  `/findings${search({ 'filter[resources]': id, 'filter[status__in]': 'FAIL', 'filter[muted]': 'false' })}`

export const columns: readonly Column<Listed<'resources'>>[] = [
  {
    key: 'failed',
    title: 'Fail',
    width: '72px',
    align: 'end',
    card: 'end',
    sort: 'failed_findings_count',
    cell: ({ row: { id, failed_findings_count: count } }) =>
      count > 0 ? (
        <Link
          href={failingOf(id)}
          className="failing"
          tabIndex={-1}
          title="Failed findings of this resource"
        >
          {number(count)}
        </Link>
      ) : (
        <span className="muted">0</span>
      ),
  },
  {
    key: 'name',
    title: 'Resource',
    width: 'minmax(200px, 3fr)',
    sort: 'name',
    card: 'title',
    cell: ({ row: resource }) => <span title={resource.uid}>{resource.name || resource.uid}</span>,
  },
  {
    key: 'type',
    title: 'Type',
    width: 'minmax(140px, 2fr)',
    sort: 'type',
    card: 'start',
    cell: ({ row: resource }) => resource.type,
  },
  {
    key: 'service',
    title: 'Service',
    width: '120px',
    sort: 'service',
    cell: ({ row: resource }) => resource.service,
  },
  {
    key: 'region',
    title: 'Region',
    width: '120px',
    sort: 'region',
    cell: ({ row: resource }) => resource.region,
  },
  {
    key: 'provider',
    title: 'Provider',
    width: 'minmax(110px, 1fr)',
    sort: 'provider_uid',
    cell: ({ row, included }) => {
      const provider = included?.of('providers', row, 'provider')
      return <span title={provider?.uid}>{provider ? provider.alias || provider.uid : ''}</span>
    },
  },
  {
    key: 'seen',
    title: 'Last seen',
    width: '110px',
    sort: 'updated_at',
    cell: ({ row: resource }) => <Time at={resource.updated_at} />,
  },
]
