import { deepEqual, equal, ok, rejects } from 'node:assert/strict'
import { test } from 'node:test'
import { each, once, type Reading, read, settle } from './collect.ts'
import { identityOf, isIncomplete } from './incomplete.ts'
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

test('an item whose description throws is incomplete, named after its identity, and the others are described', async () => {
  const stream = each([{ Id: 'a' }, { Id: 'b', Name: 'lacks' }, { Id: 'c' }], ({ Id, Name }) => {
    if (Name) throw new CallProblem('broken_answer', 'error', 's3:ListX', 'no')
    return { ...place, uid: Id }
  })
  const all = await Array.fromAsync(stream.open())
  deepEqual(
    all.map((it) => (isIncomplete(it) ? [it.name, it.gap.code, it.gap.action] : it.uid)),
    ['a', ['b', 'broken_answer', 's3:ListX'], 'c'],
  )
  const cancelled = each([1], () => {
    throw new DOMException('x', 'AbortError')
  })
  await rejects(Array.fromAsync(cancelled.open()), { name: 'AbortError' })
})

test('an item is named by its ARN, id or name, and not by those of other resources', () => {
  const cases: readonly [unknown, string | null][] = [
    [{ vpcId: 'vpc-1', ownerId: '1', groupId: 'sg-1', groupName: 'web' }, 'sg-1'],
    [{ FunctionName: 'f', Role: 'r', FunctionArn: 'arn:f' }, 'arn:f'],
    [{ vpcEndpointId: 'vpce-1', vpcId: 'vpc-1' }, 'vpce-1'],
    [{ metadata: { namespace: 'n', name: 'pod' } }, 'pod'],
    [{ id: 7, full_name: 'org/repo' }, 'org/repo'],
    ['queue', 'queue'],
    [{ size: 1 }, null],
    [null, null],
  ]
  for (const [item, name] of cases) equal(identityOf(item), name)
})

test('a record without a uid or a name is incomplete', async () => {
  const absent = undefined as unknown as string // as in a response that lacks it
  const items = [{ uid: absent }, { uid: '' }, { name: absent }, { name: '' }]
  const stream = each(items, (item) => ({ ...place, ...item }))
  deepEqual((await Array.fromAsync(stream.open())).map(isIncomplete), [true, true, true, false])
})
