/** What verdicts rest on, on the command line: of findings in files and in the database. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { aws, describeChecks } from '@plumbline/scanner'
import { before, test } from 'node:test'
import { processFlags } from '@plumbline/server/testing'
import { refusal } from './testing/refusal.ts'
import { demoAws } from './testing/demo-aws.ts'
import { main } from './testing/program.ts'

const { folder, variables } = demoAws()
/** What `plumbline scan` printed of the checks that these tests explain. */
const scanned = { json: '', ocsf: '' }

interface Ran {
  readonly status: number
  readonly out: string
  readonly error: string
}
const plumbline = (args: readonly string[], settings: Record<string, string> = {}): Promise<Ran> =>
  new Promise((resolve) => {
    const { DATABASE_URL: _url, POSTGRES_HOST: _host, ...inherited } = process.env
    const env = { ...inherited, DATA_DIR: join(folder, 'none'), LOG_LEVEL: 'silent', ...settings }
    const options = { env, maxBuffer: 1 << 28 }
    const child = execFile(
      process.execPath,
      [...processFlags, main, ...args],
      options,
      (_, out, error) => resolve({ status: child.exitCode ?? -1, out, error }),
    )
  })
const explain = (...args: string[]): Promise<Ran> => plumbline(['explain', ...args])
const file = (name: string, text: string): string => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

const checks = [
  'iam_user_console_access_unused',
  'kms_cmk_rotation_enabled',
  's3_bucket_object_versioning',
  's3_bucket_public_access',
]
before(async () => {
  const scan = (output: string): Promise<Ran> =>
    plumbline(['scan', 'aws', '--output', output, '--checks', checks.join(',')], variables())
  const [json, ocsf] = await Promise.all([scan('json'), scan('ocsf')])
  assert.deepEqual([json.status, ocsf.status], [3, 3], json.error + ocsf.error)
  scanned.json = file('scan.json', json.out)
  scanned.ocsf = file('scan.ocsf.json', ocsf.out)
  lines = json.out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)
})

interface Line {
  readonly uid: string
  readonly check_id: string
  readonly status: string
  readonly status_extended: string
  readonly raw_result: Readonly<Record<string, unknown>>
}
let lines: readonly Line[] = []
const oneOf = (check: string, status: string): Line => {
  const found = lines.find((one) => one.check_id === check && one.status === status)
  assert.ok(found, `${check} has no ${status}`)
  return found
}

test('a finding of a file is explained by the field that decided, and by no other', async () => {
  const finding = oneOf('s3_bucket_object_versioning', 'FAIL')
  const check = (await describeChecks(aws)).find(({ id }) => id === finding.check_id)
  assert.ok(check)
  for (const path of [scanned.json, scanned.ocsf]) {
    const { status, out, error } = await explain(finding.uid, '--file', path)
    assert.equal(status, 0, error)
    assert.ok(out.startsWith(`${check.title}\ns3_bucket_object_versioning, severity `), out)
    assert.ok(out.includes(`Status    FAIL: ${finding.status_extended}\n`), out)
    assert.ok(out.includes(`Finding   ${finding.uid}\n`), out)
    assert.match(
      out,
      /\nValues that decided \(checking them again gives the same status\)\n {2}versioning: \{"enabled":false,.*\}\n\n/,
    )
    assert.ok(out.includes(`\nHow to fix it\n  ${check.fix.text}\n`), out)
    assert.ok(out.includes(`\nOn the command line\n  ${check.fix.cli}\n`), out)
    assert.ok(out.includes(`\nHow the check decides\n  ${check.decision}\n`), out)
  }
})

test('thresholds are those of the configuration that is named, beside their defaults', async () => {
  const { uid } = oneOf('iam_user_console_access_unused', 'PASS')
  const plain = await explain(uid, '--file', scanned.json)
  assert.match(
    plain.out,
    /\nThresholds\n {2}max_console_access_days: 45 \(the default\)\n {4}Days .*\n {2}The file does not say /,
  )
  const config = file('scan.yaml', 'aws:\n  max_console_access_days: 7\n')
  const own = await explain(uid, '--file', scanned.json, '--config', config)
  assert.match(own.out, /\n {2}max_console_access_days: 7 \(default 45\)\n/)
  assert.doesNotMatch(own.out, /does not say/)
})

test('what a verdict took from other records is named, and all that it may have seen is shown', async () => {
  const { uid } = oneOf('s3_bucket_public_access', 'FAIL')
  const { out } = await explain(uid, '--file', scanned.json)
  assert.match(out, /\nValues at the time of the scan\n {2}policy: /)
  assert.doesNotMatch(out, /checking them again/)
  assert.match(
    out,
    /\nRead from other resources and not stored with the finding\n {2}accounts by name: public_access_block\n/,
  )
})

test('a field that could not be read is named with its code and its permission', async () => {
  const finding = oneOf('s3_bucket_object_versioning', 'PASS')
  const raw_result = {
    ...finding.raw_result,
    policy: { unread: 'AccessDenied', action: 's3:GetBucketPolicy' },
  }
  const path = file('denied.json', JSON.stringify({ ...finding, raw_result }))
  const { out } = await explain(finding.uid, '--file', path)
  assert.match(out, /\nCould not be read\n {2}policy: AccessDenied, requires s3:GetBucketPolicy\n/)
})

test('a finding of another scanner is explained by the check of its name, without values that it lacks', async () => {
  const record = {
    class_uid: 2004,
    time: 1_790_000_000_000,
    severity_id: 3,
    status_code: 'FAIL',
    message: 'No versions.',
    metadata: { version: '1.5.0', event_code: 's3_bucket_object_versioning' },
    finding_info: { uid: 'other-1' },
    cloud: { provider: 'aws', region: 'eu-west-1', account: { uid: '123456789012' } },
    resources: [{ uid: 'arn:aws:s3:::a', name: 'a', data: { metadata: { Versions: 'off' } } }],
  }
  const path = file('other.json', JSON.stringify([record]))
  const { status, out, error } = await explain('other-1', '--file', path)
  assert.equal(status, 0, error)
  assert.match(
    out,
    /\nValues at the time of the scan\n {2}Versions: "off"\n {2}versioning: not in the finding/,
  )
  const unknown = { ...record, metadata: { version: '1.5.0', event_code: 'no_such_check' } }
  const refused = await explain(
    'other-1',
    '--file',
    file('unknown.json', JSON.stringify([unknown])),
  )
  assert.equal(refused.status, 1)
  assert.equal(
    refused.error,
    'other-1 is a finding of the check no_such_check, which this version does not include. Its status is FAIL: No versions.\n',
  )
})

test('nothing that a scanned account names commands the terminal', async () => {
  const finding = oneOf('s3_bucket_object_versioning', 'PASS')
  const evil = 'x\u001b[2J\u009b31m\n0 findings\u202eabc'
  const forged = {
    ...finding,
    status_extended: evil,
    region: evil,
    resource: { uid: evil, name: evil, partition: 'aws' },
    raw_result: { ...finding.raw_result, versioning: { enabled: true, [evil]: evil } },
  }
  const { status, out, error } = await explain(
    finding.uid,
    '--file',
    file('forged.json', JSON.stringify(forged)),
  )
  assert.equal(status, 0, error)
  assert.ok(!/[\p{Cf}\p{Zl}\p{Zp}]|(?!\n)\p{Cc}/u.test(out), JSON.stringify(out))
  assert.doesNotMatch(out, /^0 findings/m)
})

const wrong: readonly [args: readonly string[], says: RegExp][] = [
  [['a', 'b'], /^Usage: plumbline explain FINDING /],
  [['a', '--config', 'x.yaml'], /^Usage: plumbline explain FINDING /],
  [['a', '--fil', 'x'], /^There is no option --fil\. Options: --file, --config, --tenant\.\n$/],
  [['a'], /^There is no database in .*\.\n$/],
  [['a', '--file', '/no/such/file'], /^\/no\/such\/file cannot be read: ENOENT.*\n$/],
]
for (const [args, says] of wrong) {
  test(`plumbline explain ${args.join(' ')} is refused in a sentence`, async () => {
    const { status, error } = await refusal(['explain', ...args], {
      DATA_DIR: join(folder, 'none'),
    })
    assert.equal(status, /^(Usage|There is no option)/.test(error) ? 2 : 1)
    assert.match(error, says)
  })
}

test('a file that does not hold the finding, or no findings at all, is said to', async () => {
  const none = await explain('plumbline-aws-x', '--file', scanned.json)
  assert.match(
    none.error,
    /^None of the \d+ findings in .*scan\.json has the uid plumbline-aws-x\.\n$/,
  )
  const empty = await explain('a', '--file', file('other.txt.json', '[{"a": 1}, {"b": 2}]'))
  assert.match(empty.error, /^None of the 2 records in .* is a finding\. .*\.\n$/)
  const text = await explain('a', '--file', file('text.json', 'no json'))
  assert.match(text.error, /text\.json: .*\n$/)
  assert.deepEqual([none.status, empty.status, text.status], [1, 1, 1])
})
