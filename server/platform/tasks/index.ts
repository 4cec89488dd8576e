export type { Job } from './queue.ts'
export { type Task, tasks, taskStates } from './resource.ts'
export {
  again,
  columns as taskColumns,
  columnsWith as taskColumnsWith,
  end as endTask,
  execute as executeTask,
  held as taskHeld,
  oneTask,
} from './store.ts'
export {
  type Definition,
  type Failure,
  type Queued,
  type Result,
  type Running,
  type TaskKind,
  task,
  taskWith,
} from './task.ts'
export { type RowByRow, rowByRow } from './row-by-row.ts'
export type { Renewed } from './lease-thread.ts'
export { type Lease, renewal } from './leases.ts'
export { type Found, type Sweep, Worker, type WorkerSettings, workerDefaults } from './worker.ts'
