import { useCallback, useState } from 'react'
import { Included, type Row } from '../api/documents.ts'
import type { Paged } from '../api/hooks.ts'
import { Code } from '../kit/code.tsx'
import { Filters } from '../kit/filters.tsx'
import { type Column, Grid, type GridRow } from '../kit/grid/grid.tsx'
import { type Listed, List } from '../kit/list.tsx'
import { SeverityMark, StatusMark, Tag } from '../kit/marks.tsx'
import { Panel, Tabs } from '../kit/panel.tsx'
import { Empty } from '../kit/states.tsx'
import { Time } from '../kit/time.tsx'
import { useView, valuesOf } from '../kit/view.ts'
import { resources } from './samples.ts'
import { Example } from './section.tsx'

type Resource = Row<'resources'>

export const Lists = () => (
  <>
    <Example title="List with filters and a panel" isWide>
      <Resources />
    </Example>
    <Example title="Tree grid with a selection; the last rows are loading" isWide>
      <Tree />
    </Example>
  </>
)

const columns: readonly Column<Listed<'resources'>>[] = [
  {
    key: 'failed',
    title: 'Fail',
    width: '72px',
    align: 'end',
    card: 'end',
    cell: ({ row }) => row.failed_findings_count,
  },
  {
    key: 'name',
    title: 'Resource',
    width: 'minmax(200px, 3fr)',
    sort: 'name',
    card: 'title',
    cell: ({ row }) => <span title={row.uid}>{row.name}</span>,
  },
  {
    key: 'type',
    title: 'Type',
    width: 'minmax(140px, 2fr)',
    card: 'start',
    cell: ({ row }) => row.type,
  },
  { key: 'region', title: 'Region', width: '120px', cell: ({ row }) => row.region },
  {
    key: 'seen',
    title: 'Last seen',
    width: '120px',
    cell: ({ row }) => <Time at={row.updated_at} />,
  },
]

function pagedOf(rows: readonly Resource[]): Paged<'resources'> {
  const included = new Included()
  return {
    count: rows.length,
    meta: undefined,
    row: (index) => rows[index],
    included: () => included,
    want: () => {},
    isOld: false,
    error: null,
    retry: () => {},
  }
}

function Resources() {
  const { view, set } = useView()
  const services = valuesOf(view, 'filter[service__in]')
  const searched = view['filter[search]'] ?? ''
  const back = view['sort']?.startsWith('-') ? -1 : 1
  const shown = resources
    .filter(({ service }) => services.length === 0 || services.includes(service))
    .filter(({ name }) => name.includes(searched))
    .toSorted((a, b) => back * a.name.localeCompare(b.name))
  const opened = resources.find(({ id }) => id === view['open'])
  return (
    <div className="kit-frame">
      <Filters
        view={view}
        set={set}
        search="resources"
        choices={[{ name: 'filter[service__in]', title: 'Service', values: ['ec2', 'iam', 's3'] }]}
      />
      <div className="split">
        <div>
          <List
            label="Resources"
            columns={columns}
            rows={pagedOf(shown)}
            sort="name"
            empty={<Empty title="No resources yet" />}
          />
        </div>
        {opened && <ResourcePanel resource={opened} onClose={() => set({ open: undefined })} />}
      </div>
    </div>
  )
}

interface ResourcePanelProps {
  readonly resource: Resource
  readonly onClose: () => void
}

function ResourcePanel({ resource, onClose }: ResourcePanelProps) {
  const [tab, setTab] = useState('findings')
  return (
    <Panel title={resource.name} onClose={onClose}>
      <Tabs
        label="Resource details"
        current={tab}
        onChange={setTab}
        tabs={[
          {
            key: 'findings',
            title: 'Findings',
            content: () => <p>{resource.failed_findings_count} findings fail.</p>,
          },
          {
            key: 'attributes',
            title: 'Attributes',
            content: () => <Code text={resource.uid} label="UID" />,
          },
        ]}
      />
    </Panel>
  )
}

const groups = ['S3 bucket has default encryption enabled', 'IAM user has two active access keys']
const treeColumns: readonly Column<Resource | string>[] = [
  {
    key: 'status',
    title: 'Status',
    width: '96px',
    card: 'start',
    cell: () => <StatusMark status="FAIL" />,
  },
  {
    key: 'title',
    title: 'Finding',
    width: 'minmax(220px, 3fr)',
    card: 'title',
    cell: (one) => (typeof one === 'string' ? one : one.name),
  },
  {
    key: 'severity',
    title: 'Severity',
    width: '130px',
    cell: (one) => typeof one === 'string' && <SeverityMark severity="high" />,
  },
  {
    key: 'delta',
    title: 'Delta',
    width: '96px',
    card: 'end',
    cell: (one) => typeof one !== 'string' && <Tag kind="bad">New</Tag>,
  },
]

function Tree() {
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set([0]))
  const [cursor, setCursor] = useState(1)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set([resources[1]?.id ?? '']))
  const lines = groups.flatMap((data, group): GridRow<Resource | string>[] => [
    { id: data, data, level: 1, isOpen: opened.has(group) },
    ...(opened.has(group)
      ? resources
          .slice(group * 3, group * 3 + 3)
          .map((one) => ({ id: one.id, data: one, level: 2 as const }))
      : []),
  ])
  const toggle = (index: number): void => {
    const group = groups.indexOf(lines[index]?.id ?? '')
    if (group >= 0) setOpened(opened.symmetricDifference(new Set([group])))
  }
  return (
    <div className="kit-frame is-low">
      <Grid
        label="Findings by check"
        columns={treeColumns}
        count={lines.length + 2}
        row={(index) => lines[index]}
        want={useCallback(() => {}, [])}
        cursor={cursor}
        onCursor={setCursor}
        onOpen={(_, index) => toggle(index)}
        onToggle={toggle}
        selected={selected}
        onSelect={setSelected}
      />
    </div>
  )
}
