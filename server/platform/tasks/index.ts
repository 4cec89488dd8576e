export { type Task, tasks, taskStates } from './resource.ts'
export {
  advance as advanceTask,
  columns as taskColumns,
  columnsWith as taskColumnsWith,
  dueIn as taskDueIn,
  end as endTask,
  held as taskHeld,
  lock as lockTask,
  LostLease,
  oneTask,
  wakeTask,
} from './store.ts'
export {
  type DeclaredTask,
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
  mostStops,
  type Sweep,
  Worker,
  type WorkerSettings,
  workerDefaults,
} from './worker.ts'
