/** The state of a report while its task ends. */
import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import type { Tx } from '../../platform/db/index.ts'
import type { Caller } from '../../platform/tenancy/index.ts'
import { reportState } from './store.ts'

const id = '01a22741-34db-77e1-8977-3604dd5a9184'
const building = { file_id: null, ended: null, task_id: id }
const built = { file_id: id, ended: 'completed', task_id: null }

/** A transaction whose statements return these rows, one after the other. */
const answering = (...rows: readonly unknown[]): Tx => {
  const remaining = [...rows]
  return { tenantId: id, maybe: async () => remaining.shift() } as unknown as Tx
}
const caller = { unlimited: true, userId: id } as unknown as Caller

test('a report whose task ends between two statements is found', async () => {
  const state = await reportState(answering(building, undefined, built), id, caller)
  equal(state?.file_id, id)
})

test('a task that is neither open nor ended is looked for twice, and no more', async () => {
  const state = await reportState(answering(building, undefined, building, undefined), id, caller)
  equal(state?.task, undefined)
})
