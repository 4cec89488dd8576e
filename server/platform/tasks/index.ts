export type { Job } from './queue.ts'
export { type Task, tasks, taskStates } from './resource.ts'
export {
  advance as advanceTask,
  again,
  columns as taskColumns,
  columnsWith as taskColumnsWith,
  end as endTask,
  held as taskHeld,
  lock as lockTask,
  LostLease,
  oneTask,
} from './store.ts'
export {
  type Definition,
  type Ending,
  HandedBack,
  type Failure,
  type Queued,
  type Resumed,
  type Result,
  type Running,
  type TaskKind,
  task,
  taskWith,
} from './task.ts'
export { type RowByRow, rowByRow } from './row-by-row.ts'
export {
  type Found,
  mostStops,
  type Sweep,
  Worker,
  type WorkerSettings,
  workerDefaults,
} from './worker.ts'
