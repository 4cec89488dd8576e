/** Scans at the time when the list was opened: a button loads newer ones, so that no row moves by itself. */
import { type ReactNode, useState } from 'react'
import type { Query } from '../api/query.ts'
import { useList, usePaged } from '../api/hooks.ts'
import { Button } from '../kit/button.tsx'
import { List } from '../kit/list.tsx'
import { Empty, Loading, Trouble } from '../kit/states.tsx'
import { counted } from '../kit/words.ts'
import type { UsedView } from '../kit/view.ts'
import { columns } from './columns.tsx'

interface Props {
  readonly used: UsedView
  readonly launch: ReactNode
}

const endedOrRunning = {
  'filter[state__in]': 'available,executing,completed,failed,cancelled',
}
const newerMs = 15_000

const after = (at: string): string => new Date(Date.parse(at) + 1).toISOString()

export function ScanList({ used: { query }, launch }: Props) {
  const asked = { sort: '-inserted_at', ...endedOrRunning, ...query }
  const [shownUntil, setShownUntil] = useState<string | null>(null)
  const newest = useList<'scans'>(
    '/scans',
    { ...asked, sort: '-inserted_at', 'page[size]': 1 },
    { refetchInterval: shownUntil === null && newerMs }, // an empty list has no rows that could move
  )
  const [first] = newest.data?.rows ?? []
  const until = shownUntil ?? (first ? after(first.inserted_at) : null)
  if (shownUntil === null && until !== null && !newest.isPlaceholderData) setShownUntil(until)
  const newer = useList<'scans'>(
    '/scans',
    { ...asked, 'filter[inserted_at__gte]': until ?? undefined, 'page[size]': 1 },
    { enabled: until !== null, refetchInterval: newerMs },
  ).data?.count
  const showNewer = async (): Promise<void> => {
    const [now] = (await newest.refetch()).data?.rows ?? []
    if (now) setShownUntil(after(now.inserted_at))
  }
  if (newest.error) return <Trouble error={newest.error} retry={() => void newest.refetch()} />
  if (!newest.data) return <Loading rows={10} />
  const empty = (
    <Empty icon="scans" title="No scans yet" action={launch}>
      A scan reads the resources of a provider, runs checks on them and records findings. Start a
      scan or set up a schedule.
    </Empty>
  )
  return (
    <>
      {newer !== undefined && newer > 0 && (
        <div className="newer">
          <Button kind="quiet" icon="up" onClick={() => void showNewer()}>
            Show {counted(newer, 'new scan')}
          </Button>
        </div>
      )}
      <Rows
        query={{ ...asked, 'filter[inserted_at__lte]': until ?? undefined, include: 'provider' }}
        empty={empty}
      />
    </>
  )
}

interface RowsProps {
  readonly query: Query
  readonly empty: ReactNode
}

function Rows({ query, empty }: RowsProps) {
  const scans = usePaged<'scans'>('/scans', query)
  return <List label="Scans" columns={columns} rows={scans} sort="-inserted_at" empty={empty} />
}
