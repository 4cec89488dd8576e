import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { Problem } from '@plumbline/jsonapi'
import { FunctionThread, OutOfBounds } from './index.ts'
import type { TestFunctions } from './testing/functions.ts'

const module = new URL('./testing/functions.ts', import.meta.url)
const options = { name: 'test', deadlineMs: 60_000, memoryMb: 64 }
const threadOf = (deadlineMs = options.deadlineMs) =>
  new FunctionThread<TestFunctions>(module, { ...options, deadlineMs })
/** A 503 with Retry-After, which does not depend on the input. */
const isBusy = (error: unknown): boolean =>
  error instanceof Problem && error.status === 503 && Number(error.headers?.['Retry-After']) > 0

test('a function runs in a thread and gives a copy of its value', async () => {
  const thread = threadOf()
  assert.equal(await thread.run('a', 'double', 21), 42)
  assert.equal(await thread.run('a', 'later', 'x'), 'x')
})

test('what a function throws is thrown to its caller, and the thread goes on', async () => {
  const thread = threadOf()
  await assert.rejects(thread.run('a', 'fail'), { name: 'TypeError', message: 'This is a bug.' })
  assert.equal(await thread.run('a', 'double', 1), 2)
})

test('work without an end is ended at its deadline, and what waits behind it is done', async () => {
  const thread = threadOf(2_000)
  const endless = thread.run('a', 'never')
  const behind = threadOf()
  assert.equal(await behind.run('a', 'double', 1), 2) // this thread is free meanwhile
  await assert.rejects(endless, (error) => error instanceof OutOfBounds && error.bound === 'time')
  assert.equal(await thread.run('b', 'double', 2), 4)
})

test('work that needs too much memory ends alone', async () => {
  const thread = threadOf()
  await assert.rejects(
    thread.run('a', 'fill'),
    (error) => error instanceof OutOfBounds && error.bound === 'memory',
  )
  assert.equal(await thread.run('a', 'double', 2), 4)
})

test('owners take turns, and one who asks for too much gets 503', async () => {
  const thread = threadOf()
  const order: string[] = []
  const ask = (owner: string, value: string) =>
    thread.run(owner, 'later', value).then((one) => order.push(one))
  const asked = ['1', '2', '3', '4'].map((at) => ask('many', `many ${at}`))
  asked.push(ask('one', 'one'))
  await Promise.all(asked)
  assert.deepEqual(order, ['many 1', 'one', 'many 2', 'many 3', 'many 4'])
  const flood = Array.from({ length: 20 }, () => thread.run('many', 'double', 1))
  const done = await Promise.allSettled(flood)
  const refused = done.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  assert.equal(refused.length, 11) // one runs and eight wait
  assert.ok(refused.every(isBusy))
})

test('a user of several tenants waits no more often than a user of one', async () => {
  const thread = threadOf()
  const flood = Array.from({ length: 20 }, (_, n) =>
    thread.run([`tenant ${n}`, 'many'], 'double', 1),
  )
  const other = thread.run(['another tenant', 'one'], 'double', 2)
  const done = await Promise.allSettled(flood)
  assert.equal(done.filter(({ status }) => status === 'rejected').length, 11)
  assert.equal(await other, 4)
})

test('who waits too long for the thread gets 503', async () => {
  const thread = new FunctionThread<TestFunctions>(module, {
    ...options,
    deadlineMs: 3_000,
    patienceMs: 20,
  })
  const endless = thread.run('a', 'never')
  endless.catch(() => {})
  await assert.rejects(thread.run('b', 'double', 1), isBusy)
  await assert.rejects(endless, OutOfBounds)
  assert.equal(await thread.run('b', 'double', 2), 4)
})

test('where no thread can be started, every caller gets 503', async () => {
  const nowhere = new FunctionThread<TestFunctions>(new URL('https://example.com/x.ts'), options)
  const asked = [1, 2, 3].map((value) => nowhere.run('a', 'double', value))
  for (const one of asked) await assert.rejects(one, isBusy)
})

test('a thread that does not start says nothing of what was asked, and the next one may', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-thread-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'functions.mjs')
  const thread = new FunctionThread<TestFunctions>(pathToFileURL(file), options)
  const [first, second] = [thread.run('a', 'double', 1), thread.run('b', 'double', 1)]
  await assert.rejects(first, isBusy) // there is no such file
  await assert.rejects(second, isBusy)
  writeFileSync(file, 'const all = []\nfor (;;) all.push(new Array(100_000).fill(0.5))')
  await assert.rejects(thread.run('a', 'double', 1), isBusy)
  writeFileSync(file, `import ${JSON.stringify(module.href)}`)
  assert.equal(await thread.run('a', 'double', 21), 42)
})
