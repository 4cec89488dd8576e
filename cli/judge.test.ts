import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { processFlags } from '@plumbline/server/testing'
import { demoAws } from './testing/demo-aws.ts'
import { main } from './testing/program.ts'

const { folder, variables } = demoAws()

interface Ended {
  readonly status: number
  readonly out: string
  readonly error: string
}

/** The output of a command, by default for the demo account. */
function plumbline(args: readonly string[], environment: object = variables()): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [...processFlags, main, ...args],
      { env: { ...process.env, ...environment }, maxBuffer: 1e8 },
      (error, out, complaint) =>
        resolve({ status: Number(error?.code ?? 0), out, error: complaint }),
    )
  })
}
const nobody = { AWS_ACCESS_KEY_ID: '', AWS_SECRET_ACCESS_KEY: '', AWS_ENDPOINT_URL: '' }
const lines = ({ out }: Ended): string[] => out.trim().split('\n').toSorted()
const checks = ['--checks', 's3_bucket_policy_public_write_access,kms_key_not_publicly_accessible']

test('judge says of a recorded scan what the scan said, and what its credentials lacked', async () => {
  const file = join(folder, 'demo.ndjson')
  const scan = ['scan', 'aws', '--output', 'json', ...checks]
  const first = await plumbline([...scan, '--record', file])
  assert.equal(first.status, 3, first.error)
  assert.match(
    first.error,
    /^The credentials lack these permissions: kms:GetKeyPolicy, s3:GetBucketPolicy\.$/m,
  )
  assert.match(first.error, /Recorded the scan to .*demo\.ndjson/)
  assert.equal(statSync(file).mode & 0o777, 0o600)

  const again = await plumbline(['judge', file, '--output', 'json'], nobody)
  assert.equal(again.status, 3, again.error)
  assert.deepEqual(lines(again), lines(first))
  assert.ok(lines(again).length > 10)
  assert.match(
    again.error,
    /^The credentials lack these permissions: kms:GetKeyPolicy, s3:GetBucketPolicy\.$/m,
  )

  const policy = await plumbline(['judge', file, '--policy'], nobody)
  assert.deepEqual(JSON.parse(policy.out).Statement[0].Action, [
    'kms:GetKeyPolicy',
    's3:GetBucketPolicy',
  ])

  const taken = await plumbline([...scan, '--record', file])
  assert.equal(taken.status, 1)
  assert.match(taken.error, /cannot be written: EEXIST/)
  assert.ok(readFileSync(file, 'utf8').startsWith('{"kind":"inventory"'))
})

test('scan --policy prints what the chosen checks take, without an account', async () => {
  const { status, out, error } = await plumbline(['scan', 'aws', '--policy', ...checks], nobody)
  assert.equal(status, 0, error)
  const [statement] = JSON.parse(out).Statement
  assert.deepEqual(statement.Action, [
    'ec2:DescribeRegions',
    'kms:DescribeKey',
    'kms:GetKeyPolicy',
    'kms:ListKeys',
    's3:GetAccountPublicAccessBlock',
    's3:GetBucketLocation',
    's3:GetBucketPolicy',
    's3:GetBucketPublicAccessBlock',
    's3:ListAllMyBuckets',
  ])
  assert.match(error, /^9 permissions, \d+ characters: fits into a managed policy\.$/m)
})

test('judge says in a sentence what is no inventory', async () => {
  const file = join(folder, 'other.json')
  writeFileSync(file, '[]\n')
  const cases: [string[], RegExp][] = [
    [['judge'], /^Usage: plumbline judge FILE/],
    [['judge', file], /other\.json: Line 1 is not a valid line of a recorded scan\.$/m],
    [['judge', join(folder, 'missing')], /missing cannot be read: ENOENT/],
  ]
  for (const [args, sentence] of cases) {
    const { status, out, error } = await plumbline(args, nobody)
    assert.deepEqual([status, out], [args.length === 1 ? 2 : 1, ''])
    assert.match(error, sentence)
  }
})

test('what was not recorded whole is a gap', async () => {
  const file = join(folder, 'parts.ndjson')
  const one = ['--checks', 's3_bucket_object_versioning']
  await plumbline(['scan', 'aws', ...one, '--fail-on', 'never', '--record', file])
  const whole = readFileSync(file, 'utf8')
  const cut = whole.replace(/\{"kind":"unit"[^\n]*\n/, '')
  assert.notEqual(cut, whole)
  writeFileSync(file, cut)
  const judged = await plumbline(['judge', file, '--output', 'sarif'], nobody)
  assert.equal(judged.status, 0, judged.error)
  assert.match(judged.error, /^assessed 0 of 1 check × region units; 1 error$/m)
  const [run] = JSON.parse(judged.out).runs
  const [{ message }] = run.invocations[0].toolExecutionNotifications
  assert.equal(message.text, 'Assessed 0 of 1 pairs of check and region.')
})

test('a part that fails is a gap, and the command does not end well', async () => {
  const output = fileURLToPath(new URL('./findings-output.ts', import.meta.url))
  const code = `
    import { aws } from '@plumbline/scanner'
    import { printResults } from ${JSON.stringify(output)}
    const unit = { name: 's3/x', service: 's3', region: 'x', checks: ['a', 'b'] }
    const error = { code: 'unit_failed', detail: 'It broke.', cause: null }
    const results = (async function* () { yield { kind: 'failed', unit: 's3/x', error } })()
    const plan = { units: [unit], coverage: [] }
    await printResults(results, { provider: aws, output: 'sarif', failOn: new Set(), uid: '1', plan })
      .catch((error) => { console.error(error.message); process.exitCode = 1 })`
  const { status, out, error } = await new Promise<Ended>((resolve) => {
    const args = [...processFlags, '--input-type=module', '--eval', code]
    execFile(process.execPath, args, { maxBuffer: 1e8 }, (failed, out, error) =>
      resolve({ status: Number(failed?.code ?? 0), out, error }),
    )
  })
  assert.match(error, /^assessed 0 of 2 check × region units; 2 error$/m)
  assert.match(error, /^These parts of the scan failed: s3\/x\.$/m)
  assert.equal(status, 1)
  const [{ invocations, results }] = JSON.parse(out).runs
  assert.deepEqual([results, invocations[0].executionSuccessful], [[], false])
})
