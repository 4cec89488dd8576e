/** All frameworks for the connected provider types, worst first. */
import { useMemo, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { refetch } from '../api/hooks.ts'
import { search } from '../api/query.ts'
import { PartBar } from '../kit/charts/bars.tsx'
import { type Column, Grid } from '../kit/grid/grid.tsx'
import { SearchField } from '../kit/search-field.tsx'
import { Empty, Loading, Trouble } from '../kit/states.tsx'
import { useView } from '../kit/view.ts'
import { counted, number } from '../kit/words.ts'
import { useFrameworks, useFullScans, useProviders } from './data.ts'
import { PartialNote } from './partial-note.tsx'
import { frameworkName } from '../kit/framework-name.ts'
import { type Framework, judged, partsOf, passShare, worstFirst } from './ranking.ts'
import { ScopeBar } from './scope-bar.tsx'
import { scopeNames, scopeOf } from './scope.ts'

type Order = (rows: readonly Framework[]) => readonly Framework[]
const by = (rows: readonly Framework[], of: (one: Framework) => number): readonly Framework[] =>
  rows.toSorted((a, b) => of(a) - of(b) || a.id.localeCompare(b.id))
const orders = new Map<string, Order>([
  ['worst', (rows) => worstFirst(rows)],
  ['name', (rows) => rows.toSorted((a, b) => frameworkName(a).localeCompare(frameworkName(b)))],
  ['failed', (rows) => by(rows, (one) => one.requirements_failed)],
  ['passed', (rows) => by(rows, (one) => one.requirements_passed)],
  ['manual', (rows) => by(rows, (one) => one.requirements_manual)],
  ['judged', (rows) => by(rows, share)],
])
const share = ({ checks_judged, checks_named }: Framework): number =>
  checks_named === 0 ? 0 : checks_judged / checks_named

export function Frameworks() {
  const { view, set } = useView()
  const [, go] = useLocation()
  const [cursor, setCursor] = useState(0)
  const providers = useProviders()
  const full = useFullScans()
  const kinds = providers.data?.rows.map((one) => one.provider)
  const scope = scopeOf(view, kinds)
  const asked = useFrameworks(scope, {
    'filter[search]': view['filter[search]'],
    'filter[region]': view['filter[region]'],
  })
  const order = view['order'] ?? 'worst'
  const rows = useMemo(() => {
    const sorted = (orders.get(order.replace('-', '')) ?? worstFirst)(asked.rows ?? [])
    return order.startsWith('-') ? sorted.toReversed() : sorted
  }, [asked.rows, order])
  const kept = search(
    Object.fromEntries([...scopeNames, 'filter[region]'].map((name) => [name, view[name]])),
  )
  const columns = useMemo(() => columnsOf(kept), [kept])
  const trouble = providers.error ?? full.error ?? asked.error
  if (trouble)
    return (
      <Trouble
        error={trouble}
        retry={() => void refetch('/compliance-overviews', '/providers', '/scans')}
      />
    )
  return (
    <div className="screen compliance">
      <header className="screen-head">
        <h1>Compliance</h1>
        <p className="muted" role="status">
          {asked.rows ? counted(rows.length, 'framework') : ''}
        </p>
      </header>
      {providers.data && full.data && (
        <search className="scope-bar">
          <SearchField label="Search frameworks" />
          <ScopeBar
            view={view}
            set={set}
            providers={providers.data.rows}
            full={full.data}
            scope={scope}
          />
        </search>
      )}
      {full.data && full.data.count > 0 && <PartialNote full={full.data} />}
      {full.data?.count === 0 ? (
        <Empty
          icon="compliance"
          title="No full scan has completed yet"
          action={<Link href="/">Go to the next step</Link>}
        >
          After the first full scan, this page lists all frameworks that apply to your accounts. For
          each it shows passed and failed requirements and evaluated checks.
        </Empty>
      ) : !asked.rows ? (
        <Loading rows={14} />
      ) : rows.length === 0 ? (
        <Empty title="No frameworks match">
          {view['filter[search]']
            ? 'Clear the search to see all frameworks.'
            : 'No framework applies to these provider types.'}
        </Empty>
      ) : (
        <Grid
          label="Frameworks"
          columns={columns}
          count={rows.length}
          row={(index) => {
            const row = rows[index]
            return row && { id: row.id, data: row }
          }}
          want={nothing}
          cursor={cursor}
          onCursor={setCursor}
          onOpen={({ id }) => go(pageOf(id, kept))}
          sort={order}
          onSort={(order) => set({ order: order === 'worst' ? undefined : order })}
          isOld={asked.isOld}
          takesFocus
        />
      )}
    </div>
  )
}

const nothing = (): void => {}

/** The page of a framework in the same scope. */
const pageOf = (id: string, scope: string): string =>
  `/compliance/${encodeURIComponent(id)}${scope}`

const columnsOf = (scope: string): readonly Column<Framework>[] => [
  {
    key: 'framework',
    title: 'Framework',
    width: 'minmax(220px, 2fr)',
    sort: 'name',
    card: 'title',
    cell: (row) => (
      <Link href={pageOf(row.id, scope)} title={row.id} tabIndex={-1}>
        {frameworkName(row)}
      </Link>
    ),
  },
  {
    key: 'bar',
    title: 'Requirements',
    width: 'minmax(120px, 1fr)',
    cell: (row) => <PartBar parts={partsOf(row)} />,
  },
  {
    key: 'share',
    title: 'Pass share',
    width: '112px',
    sort: 'worst',
    align: 'end',
    cell: (row) => <span title="Of the requirements that passed or failed">{passShare(row)}</span>,
  },
  {
    key: 'failed',
    title: 'Failing',
    width: '120px',
    sort: 'failed',
    align: 'end',
    card: 'start',
    cell: (row) => (
      <>
        <b className="failed">{number(row.requirements_failed)}</b> of{' '}
        {number(row.total_requirements)}
        <span className="on-card"> fail</span>
      </>
    ),
  },
  {
    key: 'passed',
    title: 'Passed',
    width: '96px',
    sort: 'passed',
    align: 'end',
    cell: (row) => number(row.requirements_passed),
  },
  {
    key: 'manual',
    title: 'Manual',
    width: '96px',
    sort: 'manual',
    align: 'end',
    cell: (row) => (
      <span
        title={`${row.requirements_partial} of them partially evaluated: some checks passed, others were not evaluated`}
      >
        {number(row.requirements_manual)}
      </span>
    ),
  },
  {
    key: 'judged',
    title: 'Evaluated',
    width: '236px',
    sort: 'judged',
    card: 'end',
    cell: (row) => <span className="muted">{judged(row)}</span>,
  },
]
