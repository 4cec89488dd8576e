import { deepEqual, equal, ok, rejects } from 'node:assert/strict'
import { test } from 'node:test'
import { once, type Reading, read, settle } from './collect.ts'
import { CallProblem, isUnread } from './unread.ts'

const place = { uid: 'u', name: 'n', region: 'r' }
const valueOf = async (reading: Reading<unknown>) =>
  Object.entries(await settle({ ...place, it: reading } as typeof place, new Set(['it']))).find(
    ([name]) => name === 'it',
  )?.[1]
const failing = (code: string) => () =>
  Promise.reject(new CallProblem(code, 'denied', 's3:GetX', 'no'))

test('a read gives its answer, null for the codes that mean there is none, else Unread', async () => {
  equal(await valueOf(read(async () => 7)), 7)
  equal(await valueOf(read(failing('NoSuchX'), { none: ['NoSuchX'] })), null)
  const gap = await valueOf(read(failing('AccessDenied'), { none: ['NoSuchX'] }))
  ok(isUnread(gap))
  deepEqual([gap.code, gap.outcome, gap.action], ['AccessDenied', 'denied', 's3:GetX'])
})

test('a bug in a read is unread with an error, a cancelled one is thrown on', async () => {
  const gap = await valueOf(read(() => Promise.reject(new TypeError('bug'))))
  ok(isUnread(gap))
  deepEqual([gap.outcome, gap.code], ['error', 'collector_failed:TypeError'])
  await rejects(valueOf(read(() => Promise.reject(new DOMException('x', 'AbortError')))), {
    name: 'AbortError',
  })
})

test('reads that nobody wants are not made', async () => {
  let made = 0
  const description = { ...place, it: read(async () => made++) }
  deepEqual(await settle(description, new Set()), place)
  equal(made, 0)
})

test('fields that share one answer make one call, failed or not', async () => {
  let calls = 0
  const shared = once(async () => {
    calls++
    throw new CallProblem('AccessDenied', 'denied', null, 'no')
  })
  await settle({ ...place, a: read(shared), b: read(shared) } as typeof place, new Set(['a', 'b']))
  equal(calls, 1)
})
