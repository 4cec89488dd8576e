import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { frameworks } from '@plumbline/scanner/frameworks'

const main = fileURLToPath(new URL('./main.ts', import.meta.url))
const plumbline = (...args: string[]): Promise<{ status: number; out: string; error: string }> =>
  new Promise((resolve) => {
    const options = ['--disable-warning=ExperimentalWarning', main, 'frameworks', ...args]
    const child = execFile(process.execPath, options, (_, out, error) =>
      resolve({ status: child.exitCode ?? -1, out, error }),
    )
  })

test('each framework has a line, whose requirements are judged wholly, partly, not yet or by people', async () => {
  const { status, out, error } = await plumbline()
  assert.equal(status, 0, error)
  const [head = '', , ...lines] = out.trimEnd().split('\n')
  assert.match(head, /^framework +requirements +judged wholly +partly +not yet +by people$/)
  const rows = lines.map((line) => line.split(/ +/))
  assert.deepEqual(
    rows.map(([id, all]) => [id, Number(all)]),
    frameworks.map(({ id, requirements }) => [id, requirements]),
  )
  for (const [id, all, ...parts] of rows)
    assert.equal(
      Number(all),
      parts.reduce((sum, part) => sum + Number(part), 0),
      id,
    )
  const nothing = rows.find(([id]) => id === 'cis_4.0_m365')
  assert.deepEqual(nothing?.slice(2, 4), ['0', '0'])
})

test('of one kind of account, or of none', async () => {
  const { out } = await plumbline('--provider', 'okta')
  assert.match(out, /okta_idaas_stig_v1r2_okta/)
  assert.doesNotMatch(out, /cis_2\.0_aws/)
  const none = await plumbline('--provider', 'abacus')
  assert.equal(none.status, 2)
  assert.equal(none.error, 'No framework is about accounts of kind abacus.\n')
})
