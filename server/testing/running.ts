import { newId } from '../platform/ids.ts'
import type { Running } from '../platform/tasks/index.ts'
import type { TestDatabase } from './database.ts'

/** The context that a worker passes to a task, for a task without a row. */
export const running = ({ database }: TestDatabase, tenantId: string): Running => ({
  tenantId,
  name: 'a task',
  taskId: newId(),
  fence: 1,
  inTenant: (work) => database.inTenant(tenantId, work),
  hold: async () => {},
  releasePlace: () => () => {},
  countStored() {},
  progressed: async () => {},
  signal: new AbortController().signal,
  log: { info() {}, warn() {}, error() {} },
})
