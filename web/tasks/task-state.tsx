import type { Row } from '../api/documents.ts'
import { Tag } from '../kit/marks.tsx'

type State = Row<'tasks'>['state']

const titles: Readonly<Record<State, string>> = {
  available: 'Waiting',
  scheduled: 'Scheduled',
  executing: 'Running',
  completed: 'Completed',
  failed: 'Failed',
  cancelled: 'Canceled',
}

export const taskStates = Object.keys(titles) as readonly State[]

export const stateTitle = (state: string): string => titles[state as State] ?? state

export const TaskState = ({ state }: { readonly state: State }) => {
  const kind = state === 'failed' ? 'bad' : state === 'completed' ? 'good' : undefined
  return <Tag {...(kind && { kind })}>{stateTitle(state)}</Tag>
}
