import { deepEqual, equal, rejects } from 'node:assert/strict'
import { test } from 'node:test'
import { invalid, Problem, unavailable } from '@plumbline/jsonapi'
import { DatabaseError, duplicateOf, isPassing } from './errors.ts'
import { patient } from './retry.ts'

const lost = new DatabaseError('connection lost', '08006')

/** Work that fails with these errors, then answers how often it ran. */
function failing(...errors: readonly Error[]): () => Promise<number> {
  let runs = 0
  return async () => {
    const error = errors[runs]
    runs += 1
    if (error) throw error
    return runs
  }
}

test('work that met a passing error is done again until it is done', async () => {
  equal(await patient(failing(lost, lost, lost), { random: () => 0 }), 4)
})

test('work that throws 503 is retried; a fault of its input is not', async () => {
  const busy = unavailable('Too much work of this kind is waiting at the moment.', 'busy', 1)
  equal(await patient(failing(busy, busy), { random: () => 0 }), 3)
  const wrong = invalid('', 'This is wrong.')
  await rejects(patient(failing(wrong), { random: () => 0 }), wrong)
})

test('work that met any other error is not done again', async () => {
  for (const error of [new DatabaseError('duplicate', '23505'), new Error('ours')]) {
    const work = failing(error)
    await rejects(patient(work, { random: () => 0 }), error)
    equal(await work(), 2, 'it ran once before')
  }
})

test('after the last try the error of that try comes out', async () => {
  const last = new DatabaseError('the last one', '40P01')
  await rejects(patient(failing(lost, lost, last), { tries: 3, random: () => 0 }), last)
})

test('the waits double up to a cap, each cut by chance', async () => {
  const asked: number[] = []
  const chance = [1, 0.5, 1, 1]
  const started = performance.now()
  const random = (): number => {
    asked.push(performance.now() - started)
    return chance[asked.length - 1] ?? 0
  }
  // 1 × 20, 0.5 × 40, 1 × 50 (capped), 1 × 50
  await patient(failing(lost, lost, lost, lost), { baseMs: 10, capMs: 50, random })
  const total = performance.now() - started
  equal(asked.length, 4)
  const between = [...asked.slice(1), total].map((at, index) => at - (asked[index] ?? 0))
  deepEqual(
    between.map((ms, index) => ms >= ([20, 20, 50, 50][index] ?? 0) - 2),
    [true, true, true, true],
    between.join(' '),
  )
})

test('an abort ends the wait with the reason why the work failed', async () => {
  const stop = new AbortController()
  const waiting = patient(failing(lost, lost), {
    baseMs: 60_000,
    capMs: 60_000,
    random: () => 1,
    signal: stop.signal,
  })
  setTimeout(() => stop.abort(), 5)
  await rejects(waiting, lost)
  await rejects(patient(failing(lost), { signal: stop.signal }), lost)
})

test('a statement that took too long is tried once more only', async () => {
  const slow = new DatabaseError('canceling statement due to statement timeout', '57014')
  equal(await patient(failing(slow), { random: () => 0 }), 2)
  await rejects(patient(failing(slow, slow), { random: () => 0 }), slow)
})

test('an unavailable database and a full disk pass; broken rules do not', () => {
  const passing =
    '08000 08001 08003 08006 25006 25P03 25P04 40001 40P01 53000 53100 53200 53300 53400 55P03 57014 57P01 57P02 57P03 58030'
  for (const code of passing.split(' ')) equal(isPassing(new DatabaseError('', code)), true, code)
  for (const code of [
    '23505',
    '22P02',
    '42501',
    '42P01',
    '25P02',
    '58P01',
    'XX001',
    '57000',
    undefined,
  ]) {
    equal(isPassing(new DatabaseError('', code)), false, String(code))
  }
  equal(isPassing(Object.assign(new Error('not ours'), { code: '08006' })), false)
  equal(isPassing(Object.assign(new Error('write'), { code: 'ENOSPC' })), true)
  equal(isPassing(new Problem(507, 'no_space', '')), true)
})

test('a duplicate names the rule that it would have broken', () => {
  equal(duplicateOf(new DatabaseError('', '23505', 'roles_name_key')), 'roles_name_key')
  equal(duplicateOf(new DatabaseError('', '23505')), '')
  equal(duplicateOf(new DatabaseError('', '23503', 'some_key')), undefined)
  equal(duplicateOf(new Error('other')), undefined)
})
