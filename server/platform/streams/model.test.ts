import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isWhole, testSeed } from '@plumbline/scanner/testing'
import { runModel } from './testing/model.ts'

const operations = isWhole ? 200_000 : 50_000

test('random operations: no byte of another tenant, and none after a right has ended', async () => {
  const startedMs = performance.now()
  const result = await runModel(testSeed, operations)
  const seconds = (performance.now() - startedMs) / 1_000
  process.stdout.write(`# ${seconds.toFixed(1)} s, ${JSON.stringify(result)}\n`)
  // A model without connections would find nothing.
  assert.ok(result.connected > operations / 100)
  assert.ok(result.refused > operations / 100)
  assert.ok(result.delivered > operations / 4)
  for (const code of ['access_revoked', 'events_lost', 'auth_unavailable', 'token_expired'])
    assert.ok((result.closed[code] ?? 0) > 0, `nobody was closed with ${code}`)
})
