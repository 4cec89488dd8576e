import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { Aims } from './aims.ts'

function closed(
  context: TestContext,
  hold: boolean,
  value: number,
): { said: string[]; status: unknown } {
  const before = process.exitCode
  context.after(() => {
    process.exitCode = before
  })
  process.exitCode = undefined
  const aims = new Aims({ hold })
  const said = [aims.atMost('p99 of first reads', value, 10, ' ms')]
  aims.close((text) => said.push(text))
  const status = process.exitCode
  process.exitCode = before
  return { said, status }
}

test('a bench that misses an aim names it, and fails only when aims are held', (context) => {
  const missed = ['aim 10 ms MISSED', '1 of 1 aims are missed:', '  p99 of first reads']
  assert.deepEqual(closed(context, false, 11), { said: missed, status: undefined })
  assert.deepEqual(closed(context, true, 11), { said: missed, status: 1 })
  assert.deepEqual(closed(context, true, Number.NaN).status, 1)
  const met = ['aim 10 ms met', 'All 1 aims are met.']
  assert.deepEqual(closed(context, true, 10), { said: met, status: undefined })
})

test('every bench takes --hold', () => {
  const benches = readdirSync(import.meta.dirname).filter((name) => /^bench-\w+\.ts$/.test(name))
  assert.ok(benches.length >= 7)
  for (const name of benches) {
    const source = readFileSync(join(import.meta.dirname, name), 'utf8')
    assert.match(source, /\.\.\.holdOption/, name)
    assert.match(source, /\.close\((say|print|bench\.say)\)/, name)
  }
})
