/** Imports against moto, a second opinion on how Security Hub answers. `npm run test:moto` starts one. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { egress } from '../../platform/egress/index.ts'
import { forwarded } from '../testing/findings.ts'
import { importFindings } from './index.ts'

const endpoint = process.env['PLUMBLINE_TEST_MOTO_URL'] ?? ''

test('findings are imported', async () => {
  const access = {
    secret: { aws_access_key_id: 'first', aws_secret_access_key: 'first' },
    account: null,
    ambient: null,
    endpoint,
  }
  const findings = Array.from({ length: 150 }, (_, n) => forwarded(n + 1))
  const out = egress({ trusted: [endpoint], timeoutMs: 60_000 })
  const { signal } = new AbortController()
  const options = { source: 'ours', keyOf: String }
  assert.deepEqual(await importFindings(access, 'eu-west-1', findings, out, signal, options), {
    imported: 150,
    failed: [],
  })
})
