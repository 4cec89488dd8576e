import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Problem } from '@plumbline/jsonapi'
import { isPassing } from '../db/index.ts'
import { OutOfBounds, runInThread } from './index.ts'

const module = new URL('./testing/functions.ts', import.meta.url)
const { signal } = new AbortController()
const options = { name: 'test', memoryMb: 64, signal }

test('a thread asks whoever drives it, one question after the other', async () => {
  const asked: number[] = []
  let open = 0
  const answers = {
    async isAccepted(number: number): Promise<boolean> {
      assert.equal((open += 1), 1)
      asked.push(number)
      await new Promise(setImmediate)
      open -= 1
      return number % 2 === 0
    },
  }
  assert.deepEqual(await runInThread(module, { ...options, answers }, 'filtered', 5), [2, 4])
  assert.deepEqual(asked, [1, 2, 3, 4, 5])
})

test('what an answer throws ends the work, and is thrown as it is', async () => {
  class Lost extends Error {}
  const lost = new Lost('The lease is another’s.')
  const isAccepted = (): never => {
    throw lost
  }
  const run = runInThread(module, { ...options, answers: { isAccepted } }, 'filtered', 5)
  await assert.rejects(run, (error) => error === lost)
})

test('work that is cancelled is asked to stop, and ended if it does not', async () => {
  for (const name of ['patient', 'never']) {
    const stopping = new AbortController()
    const started = (): void => stopping.abort(new Error('stopping'))
    if (name === 'never') setTimeout(started, 500)
    const run = runInThread(
      module,
      { ...options, signal: stopping.signal, answers: { started } },
      name,
    )
    await assert.rejects(run, { message: 'stopping' })
  }
})

test('a thread that does not start in time is a temporary failure', async () => {
  const stalled = new URL('./testing/never-ready.ts', import.meta.url)
  const run = runInThread(stalled, { ...options, startMs: 50 }, 'double', 2)
  await assert.rejects(run, (error) => error instanceof Problem && isPassing(error))
})

test('work in a thread of its own that needs too much memory ends alone', async () => {
  await assert.rejects(
    runInThread(module, options, 'fill'),
    (error) => error instanceof OutOfBounds && error.bound === 'memory',
  )
})
