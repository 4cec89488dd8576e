/** Background tasks, without those of providers that the user may not see. */
import { useEffect, useMemo } from 'react'
import type { Row } from '../api/documents.ts'
import { type Paged, refetch, useList, usePaged } from '../api/hooks.ts'
import { Filters } from '../kit/filters.tsx'
import type { Column } from '../kit/grid/grid.tsx'
import { List, type Listed } from '../kit/list.tsx'
import { Empty } from '../kit/states.tsx'
import { Time } from '../kit/time.tsx'
import { useView } from '../kit/view.ts'
import { counted } from '../kit/words.ts'
import { TaskPanel } from './task-panel.tsx'
import { stateTitle, TaskState, taskStates } from './task-state.tsx'
import { isRunning, kindOf, problemOf, taskNames, tookWords, waitsFor } from './task-words.ts'

/** The progress of running scans: 0 to 100. */
type Progress = ReadonlyMap<string, number>

const columnsWith = (progress: Progress): readonly Column<Listed<'tasks'>>[] => [
  {
    key: 'kind',
    title: 'Task',
    width: 'minmax(160px, 2fr)',
    sort: 'name',
    card: 'title',
    cell: ({ row }) => kindOf(row.name),
  },
  {
    key: 'state',
    title: 'State',
    width: '120px',
    sort: 'state',
    card: 'start',
    cell: ({ row }) => <TaskState state={row.state} />,
  },
  {
    key: 'about',
    title: 'Details',
    width: 'minmax(160px, 3fr)',
    cell: ({ row }) => <Stands task={row} progress={progress} />,
  },
  {
    key: 'queued',
    title: 'Queued',
    width: '120px',
    sort: 'inserted_at',
    card: 'end',
    cell: ({ row }) => <Time at={row.inserted_at} />,
  },
  {
    key: 'started',
    title: 'Started',
    width: '120px',
    cell: ({ row }) =>
      row.started_at ? <Time at={row.started_at} /> : <span className="muted">Not yet</span>,
  },
  {
    key: 'took',
    title: 'Duration',
    width: '104px',
    align: 'end',
    cell: ({ row }) => tookWords(row),
  },
]

function Stands({ task, progress }: { readonly task: Row<'tasks'>; readonly progress: Progress }) {
  const problem = problemOf(task)
  if (problem) return <span title={problem}>{problem}</span>
  const done = progress.get(String(task.task_args['scan_id']))
  if (task.state === 'executing' && done !== undefined) return <>{done} % done</>
  return <span className="muted">{waitsFor(task) ?? ''}</span>
}

const refreshMs = 3_000

/** Refetches the list while a displayed task is running. */
function useRefresh(tasks: Paged<'tasks'>): boolean {
  const runs = Array.from({ length: Math.min(tasks.count ?? 0, 100) }, (_, index) =>
    tasks.row(index),
  ).some((row) => row !== undefined && isRunning(row))
  useEffect(() => {
    if (!runs) return undefined
    const timer = setInterval(() => void refetch('/tasks'), refreshMs)
    return () => clearInterval(timer)
  }, [runs])
  return runs
}

export default function Tasks() {
  const { view, query, set } = useView()
  const tasks = usePaged<'tasks'>('/tasks', { sort: '-inserted_at', ...query })
  const runs = useRefresh(tasks)
  const scans = useList<'scans'>(
    '/scans',
    { 'filter[state]': 'executing', 'page[size]': 100 },
    { enabled: runs, refetchInterval: runs && refreshMs },
  )
  const columns = useMemo(
    () => columnsWith(new Map(scans.data?.rows.map(({ id, progress }) => [id, progress]))),
    [scans.data],
  )
  const opened = view['open']
  return (
    <div className="screen">
      <header className="screen-head">
        <h1>Tasks</h1>
        <p className="muted" role="status">
          {tasks.count === undefined ? '' : counted(tasks.count, 'task')}
        </p>
      </header>
      <Filters
        view={view}
        set={set}
        choices={[
          {
            name: 'filter[state]',
            title: 'State',
            values: taskStates,
            label: stateTitle,
          },
          { name: 'filter[name]', title: 'Task', values: taskNames, label: kindOf },
        ]}
      />
      <div className="split">
        <div>
          <List
            label="Tasks"
            columns={columns}
            rows={tasks}
            sort="-inserted_at"
            empty={
              <Empty icon="tasks" title="No background tasks yet">
                This page lists scans, imports, connection tests and deletions. Tasks of providers
                that are not visible to your role are not listed.
              </Empty>
            }
          />
        </div>
        {opened && <TaskPanel key={opened} id={opened} onClose={() => set({ open: undefined })} />}
      </div>
    </div>
  )
}
