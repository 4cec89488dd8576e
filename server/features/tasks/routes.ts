import { conflict, forbidden, notFound, type Problem } from '@plumbline/jsonapi'
import { type Endpoint, list, loader, queue, show } from '../../platform/http/index.ts'
import { oneTask, type TaskKind, tasks } from '../../platform/tasks/index.ts'
import { allowed } from '../../platform/tenancy/index.ts'
import * as store from './store.ts'

const tag = 'Task'

const ended = (): Problem => conflict('/data/id', 'The task has already ended.', 'task_ended')
const unknown = (): Problem =>
  conflict(
    '/data/id',
    'This server does not know tasks of this kind. A server of a newer version can cancel the task.',
    'task_unknown',
  )
const guarded = (): Problem =>
  forbidden(
    'Tasks of this kind cannot be canceled, because they would leave incomplete data.',
    'task_protected',
  )

export const taskRoutes = (kinds: readonly TaskKind[]): readonly Endpoint[] => [
  list(
    tasks,
    '/tasks',
    { may: 'any_member', tag, operationId: 'tasks_list', summary: 'List tasks' },
    ({ tx, caller, query }) => store.taskPage(tx, caller, query),
  ),
  show(
    tasks,
    '/tasks/:id',
    { may: 'any_member', tag, operationId: 'tasks_retrieve', summary: 'Get a task' },
    ({ tx, caller, id }) => store.taskById(tx, id, caller),
  ),
  queue(
    'DELETE',
    '/tasks/:id',
    {
      may: 'any_member',
      tag,
      operationId: 'tasks_destroy',
      summary: 'Cancel a task',
      refusals: [409],
    },
    async ({ tx, caller, id }) => {
      const found = await store.taskById(tx, id, caller)
      if (!found) throw notFound()
      const kind = kinds.find(({ name }) => name === found.name)
      if (!kind) throw unknown()
      if (kind.protected) throw guarded()
      if (!allowed(caller, kind.may)) throw forbidden()
      if (!(await kind.cancel(tx, found))) throw ended()
      return oneTask(tx, id)
    },
  ),
]

export const taskLoaders = [loader(tasks, store.tasksByIds)]
