import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { cpuSeconds, noteTime, readTimes, slowest } from './test-times.ts'

function notes(context: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-times-'))
  context.after(() => rmSync(folder, { recursive: true }))
  return join(folder, 'times')
}

test('the files that took most of the processor are named first', (context) => {
  const path = notes(context)
  assert.deepEqual(slowest(readTimes(path)), [])
  noteTime(path, 'a.test.ts', 1)
  noteTime(path, 'b with a blank.test.ts', 12.345)
  noteTime(path, 'c.test.ts', 3)
  const [sum, ...rows] = slowest(readTimes(path), 2)
  assert.match(sum ?? '', /of 16 in 3 files/)
  assert.deepEqual(rows, ['    12.3  b with a blank.test.ts', '     3.0  c.test.ts'])
})

test('time of the processor grows by work, and not by waiting', () => {
  const before = cpuSeconds()
  const until = process.cpuUsage().user + 150_000
  while (process.cpuUsage().user < until);
  assert.ok(cpuSeconds() - before >= 0.1)
})
