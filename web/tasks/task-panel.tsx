/** One task: its subject, its result, and cancellation if possible. */
import { useState } from 'react'
import { Link } from 'wouter'
import { destroy } from '../api/client.ts'
import type { Row } from '../api/documents.ts'
import { refetch, useShow } from '../api/hooks.ts'
import { Button } from '../kit/button.tsx'
import { Code } from '../kit/code.tsx'
import { Confirm } from '../kit/dialog.tsx'
import { Panel } from '../kit/panel.tsx'
import { Loading, Trouble } from '../kit/states.tsx'
import { Time } from '../kit/time.tsx'
import { done } from '../kit/toast.tsx'
import { words } from '../kit/words.ts'
import { TaskState } from './task-state.tsx'
import { isRunning, kindOf, problemOf, tookWords, waitsFor, whyProtected } from './task-words.ts'

interface TaskPanelProps {
  readonly id: string
  readonly onClose: () => void
}

export function TaskPanel({ id, onClose }: TaskPanelProps) {
  const asked = useShow<'tasks'>(`/tasks/${id}`)
  const task = asked.data?.row
  return (
    <Panel title={task ? kindOf(task.name) : 'Task'} onClose={onClose}>
      {asked.error && <Trouble error={asked.error} retry={() => void asked.refetch()} />}
      {!task && !asked.error && <Loading />}
      {task && (
        <div className="tab-panel">
          {problemOf(task) && <p className="form-error">{problemOf(task)}</p>}
          <Facts task={task} />
          {isRunning(task) && <Ending task={task} />}
        </div>
      )}
    </Panel>
  )
}

interface OfTask {
  readonly task: Row<'tasks'>
}

/** The button that cancels a running task, or the reason why it cannot be canceled. */
function Ending({ task }: OfTask) {
  const reason = whyProtected(task)
  return reason === undefined ? <Cancel task={task} /> : <p className="muted">{reason}</p>
}

/** Paths of the pages for task arguments. */
const places: Readonly<Record<string, string>> = {
  scan_id: '/scans',
  provider_id: '/providers',
  ingestion_id: '/ingestions',
  integration_id: '/integrations',
}

const Facts = ({ task }: OfTask) => (
  <>
    <dl className="facts">
      <dt>State</dt>
      <dd>
        <TaskState state={task.state} /> {waitsFor(task)}
      </dd>
      <dt>Queued</dt>
      <dd>
        <Time at={task.inserted_at} />
      </dd>
      <dt>Started</dt>
      <dd>{task.started_at ? <Time at={task.started_at} /> : 'Not yet'}</dd>
      {task.completed_at && (
        <>
          <dt>Ended</dt>
          <dd>
            <Time at={task.completed_at} />
          </dd>
        </>
      )}
      <dt>Duration</dt>
      <dd>{tookWords(task) || 'Not started'}</dd>
      <dt>ID</dt>
      <dd className="mono">{task.id}</dd>
      {Object.entries(task.task_args).map(([name, value]) => (
        <Argument key={name} name={name} value={value} />
      ))}
    </dl>
    {task.result !== null && task.state !== 'failed' && (
      <section>
        <h3>Result</h3>
        <Code text={JSON.stringify(task.result, null, 2)} label="Result" />
      </section>
    )}
  </>
)

function Argument({ name, value }: { readonly name: string; readonly value: unknown }) {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const place = places[name]
  return (
    <>
      <dt>{words(name.replace(/_id$/, ''))}</dt>
      <dd className="mono">{place ? <Link href={`${place}?open=${text}`}>{text}</Link> : text}</dd>
    </>
  )
}

function Cancel({ task }: OfTask) {
  const [asks, setAsks] = useState(false)
  const cancel = async (): Promise<void> => {
    await destroy(`/tasks/${task.id}`)
    setAsks(false)
    done('Task canceled.')
    await refetch('/tasks', '/scans', '/ingestions')
  }
  return (
    <>
      <div className="row">
        <Button kind="danger" onClick={() => setAsks(true)}>
          Cancel task
        </Button>
      </div>
      {asks && (
        <Confirm
          title="Cancel this task?"
          onClose={() => setAsks(false)}
          action="Cancel task"
          onConfirm={cancel}
        >
          <p>Completed work is kept.</p>
        </Confirm>
      )}
    </>
  )
}
