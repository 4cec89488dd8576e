import type { Row } from '../api/documents.ts'
import { Tag } from '../kit/marks.tsx'
import { words } from '../kit/words.ts'

type State = Row<'tasks'>['state']

export const TaskState = ({ state }: { readonly state: State }) => {
  if (state === 'failed') return <Tag kind="bad">Failed</Tag>
  if (state === 'completed') return <Tag kind="good">Completed</Tag>
  return <Tag>{words(state)}</Tag>
}
