import type { Column } from '../kit/grid/grid.tsx'
import { Icon } from '../kit/icons.tsx'
import { SeverityMark, StatusMark, Tag } from '../kit/marks.tsx'
import { Time } from '../kit/time.tsx'
import type { View } from '../kit/view.ts'
import { counted, number, words } from '../kit/words.ts'
import { attestedDays } from './attestation.ts'
import { metadataOf } from './metadata.ts'
import type { Group, Grouping } from './grouping.ts'
import { isGroup, type Line, type Shown } from './rows.ts'
import { shownCounts } from './views.ts'

/** Marks next to the status: muted, attested. */
function Marks({ finding }: Pick<Shown, 'finding'>) {
  const days = attestedDays(finding)
  return (
    <>
      {finding.muted && <Tag kind="muted">Muted</Tag>}
      {days !== undefined && <Tag kind="good">{`❂ attested, ${counted(days, 'day')} left`}</Tag>}
    </>
  )
}

const Delta = ({ finding: { delta } }: Pick<Shown, 'finding'>) =>
  delta ? <Tag kind={delta === 'new' ? 'bad' : 'plain'}>{words(delta)}</Tag> : null

const resourceName = ({ finding, resource }: Shown): string =>
  resource ? resource.name || resource.uid : finding.uid

const Triage = ({ finding: { triage_status, triage_has_note } }: Pick<Shown, 'finding'>) => (
  <>
    <span className={triage_status === 'open' ? 'muted' : undefined}>{words(triage_status)}</span>
    {triage_has_note && <span title="Has notes"> ✎</span>}
  </>
)

/** The triage next to the status, where it has no column. */
const Decided = ({ finding }: Pick<Shown, 'finding'>) =>
  finding.triage_status === 'open' && !finding.triage_has_note ? null : <Triage finding={finding} />

/** The number of findings of a group in the view, by status. */
function Tally({ group, view }: { readonly group: Group; readonly view: View }) {
  const counts = Object.entries(shownCounts(group.counts, view)).filter(([, count]) => count > 0)
  return (
    <span className="tally">
      {counts.map(([status, count]) => (
        <span key={status} className={`status ${status.toLowerCase()}`}>
          {number(count)} {status}
        </span>
      ))}
      <span className="muted">{group.extent}</span>
    </span>
  )
}

const status: Column<Line> = {
  key: 'status',
  title: 'Status',
  width: '100px',
  card: 'end',
  cell: (line) => (isGroup(line) ? null : <StatusMark status={line.finding.status} />),
}
const severity: Column<Line> = {
  key: 'severity',
  title: 'Severity',
  width: '104px',
  card: 'start',
  cell: (line) => (
    <SeverityMark severity={isGroup(line) ? line.group.severity : line.finding.severity} />
  ),
}
const service: Column<Line> = {
  key: 'service',
  title: 'Service',
  width: '96px',
  cell: (line) => (isGroup(line) ? '' : metadataOf(line.finding).service),
}
const region: Column<Line> = {
  key: 'region',
  title: 'Region',
  width: '104px',
  cell: (line) => (isGroup(line) ? '' : (line.resource?.region ?? '')),
}
const triage: Column<Line> = {
  key: 'triage',
  title: 'Triage',
  width: '128px',
  cell: (line) => (isGroup(line) ? '' : <Triage finding={line.finding} />),
}
const since: Column<Line> = {
  key: 'since',
  title: 'First seen',
  width: '184px',
  cell: (line) =>
    isGroup(line) ? (
      <Time at={line.group.first_seen_at} />
    ) : (
      <>
        <Time at={line.finding.first_seen_at} /> <Delta finding={line.finding} />
      </>
    ),
}

export const flatColumns: readonly Column<Line>[] = [
  { ...status, sort: 'status' },
  { ...severity, sort: 'severity' },
  {
    key: 'title',
    title: 'Finding',
    width: 'minmax(180px, 3fr)',
    sort: 'check_id',
    card: 'title',
    cell: (line) => {
      if (isGroup(line)) return null
      const { title } = metadataOf(line.finding)
      return (
        <span title={line.finding.status_extended ?? title}>
          <Marks finding={line.finding} /> {title}
        </span>
      )
    },
  },
  {
    key: 'resource',
    title: 'Resource',
    width: 'minmax(120px, 2fr)',
    cell: (line) =>
      isGroup(line) ? null : <span title={line.resource?.uid}>{resourceName(line)}</span>,
  },
  service,
  region,
  triage,
  since,
]

const headings: Readonly<Record<Grouping, string>> = {
  check: 'Check and its findings',
  resource: 'Resource and its findings',
  provider: 'Provider and its findings',
  service: 'Service and its findings',
}

/** The text that distinguishes a finding from the others of its group. */
function ownName(line: Shown, grouping: Grouping): string {
  const { title } = metadataOf(line.finding)
  if (grouping === 'check') return resourceName(line)
  return grouping === 'resource' ? title : `${title}: ${resourceName(line)}`
}

/**
 * The service of a finding, unless its group has the service in its name, and the region. They are next to the name,
 * because groups have neither: in columns, the cells of groups would be empty.
 */
const placeOf = (line: Shown, grouping: Grouping): string =>
  [
    ...(grouping === 'check' || grouping === 'service' ? [] : [metadataOf(line.finding).service]),
    line.resource?.region,
  ]
    .filter(Boolean)
    .join(', ')

export const groupedColumns = (view: View, grouping: Grouping): readonly Column<Line>[] => [
  {
    key: 'title',
    title: headings[grouping],
    width: 'minmax(260px, 4fr)',
    ...(grouping === 'check' && { sort: 'check_title' }),
    card: 'title',
    cell: (line) => {
      if (!isGroup(line))
        return (
          <span title={line.finding.status_extended ?? line.resource?.uid}>
            <Marks finding={line.finding} /> {ownName(line, grouping)}{' '}
            <span className="muted small">{placeOf(line, grouping)}</span>
          </span>
        )
      const { title, note, hidden } = line.group
      return (
        <span className="group-title" title={note ? `${title}, ${note}` : title}>
          <Icon name={line.isOpen ? 'down' : 'right'} />
          <span>{title}</span>
          {note && <span className="muted small">{note}</span>}
          {hidden > 0 && <span className="muted small">{number(hidden)} muted</span>}
        </span>
      )
    },
  },
  {
    ...severity,
    sort: 'severity',
  },
  {
    ...status,
    title: 'Findings',
    width: '328px',
    sort: 'fail_count',
    cell: (line) =>
      isGroup(line) ? (
        <Tally group={line.group} view={view} />
      ) : (
        <>
          {status.cell(line)} <Decided finding={line.finding} />
        </>
      ),
  },
  { ...since, sort: 'first_seen_at' },
]

/** Columns that remain next to an open panel. */
const besidePanel: ReadonlySet<string> = new Set(['title', 'severity', 'status', 'resource'])

export const narrowed = (columns: readonly Column<Line>[]): readonly Column<Line>[] =>
  columns.filter(({ key }) => besidePanel.has(key))
