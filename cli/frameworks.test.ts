import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { frameworks } from '@plumbline/scanner/frameworks'
import { main } from './testing/program.ts'

const plumbline = (...args: string[]): Promise<{ status: number; out: string; error: string }> =>
  new Promise((resolve) => {
    const options = ['--disable-warning=ExperimentalWarning', main, 'frameworks', ...args]
    const child = execFile(process.execPath, options, (_, out, error) =>
      resolve({ status: child.exitCode ?? -1, out, error }),
    )
  })

/**
 * The requirements that CIS calls automated, and how many of them scans judge. Nearly all that are missing for Kubernetes
 * are permissions of files on nodes, which its API does not show. Removing a check lowers a line.
 */
const automatedShares = [
  'cis_1.0_github 1 of 2 (50 %)',
  'cis_1.10_kubernetes 50 of 69 (72 %)',
  'cis_1.11_kubernetes 47 of 65 (72 %)',
  'cis_1.12_kubernetes 46 of 64 (71 %)',
  'cis_1.2.0_github 1 of 2 (50 %)',
  'cis_1.4_aws 51 of 51 (100 %)',
  'cis_1.5_aws 55 of 55 (100 %)',
  'cis_1.8_kubernetes 53 of 70 (75 %)',
  'cis_2.0.1_kubernetes 46 of 64 (71 %)',
  'cis_2.0_aws 55 of 55 (100 %)',
  'cis_3.0_aws 54 of 54 (100 %)',
  'cis_4.0_aws 37 of 37 (100 %)',
  'cis_5.0_aws 35 of 35 (100 %)',
  'cis_6.0_aws 35 of 35 (100 %)',
  'cis_7.0_aws 34 of 34 (100 %)',
]

test('each framework has a line, whose requirements are judged wholly, partly, not yet or by people', async () => {
  const { status, out, error } = await plumbline()
  assert.equal(status, 0, error)
  const [head = '', , ...lines] = out.trimEnd().split('\n')
  assert.match(
    head,
    /^framework +requirements +judged wholly +partly +not yet +by people +automated, judged$/,
  )
  const rows = lines.map((line) => line.split(/ {2,}/))
  assert.deepEqual(
    rows.map(([id, all]) => [id, Number(all)]),
    frameworks.map(({ id, requirements }) => [id, requirements]),
  )
  for (const [id, all, ...parts] of rows)
    assert.equal(
      Number(all),
      parts.slice(0, 4).reduce((sum, part) => sum + Number(part), 0),
      id,
    )
  const nothing = rows.find(([id]) => id === 'cis_4.0_m365')
  assert.deepEqual(nothing?.slice(2, 4), ['0', '0'])
  const fsbp = rows.find(([id]) => id === 'aws_foundational_security_best_practices_1.0.0_aws')
  assert.deepEqual(fsbp?.slice(1), ['286', '206', '0', '0', '80'])
  const shares = rows.flatMap(([id = '', , , , , , automated = '']) =>
    /^cis_.*_(aws|github|kubernetes|okta)$/.test(id) ? [`${id} ${automated}`] : [],
  )
  assert.deepEqual(shares, automatedShares)
})

test('of one kind of account, or of none', async () => {
  const { out } = await plumbline('--provider', 'okta')
  assert.match(out, /okta_idaas_stig_v1r2_okta/)
  assert.doesNotMatch(out, /cis_2\.0_aws/)
  const none = await plumbline('--provider', 'abacus')
  assert.equal(none.status, 2)
  assert.equal(none.error, 'There is no framework for provider kind "abacus".\n')
})
