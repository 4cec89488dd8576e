import assert from 'node:assert/strict'
import { demoAccount } from '@plumbline/scanner/testing'
import { after, test } from 'node:test'
import { commandsWith } from './testing/command.ts'
import { demoAws } from './testing/demo-aws.ts'

const { folder, variables } = demoAws()
const { plumbline, end } = commandsWith({})
after(end)

test('plumbline scan aws --output ocsf prints a list of OCSF findings, and the coverage beside it', async () => {
  const ran = plumbline(['scan', 'aws', '--output', 'ocsf'], variables())
  assert.equal(await ran.status, 3, ran.error())
  const findings = JSON.parse(ran.out()) as Record<string, never>[]
  assert.ok(findings.length >= 200, String(findings.length))
  const statuses = new Set(findings.map((finding) => finding['status_code']))
  for (const status of ['PASS', 'FAIL', 'MANUAL']) assert.ok(statuses.has(status as never), status)
  for (const finding of findings) {
    assert.equal(finding['class_uid'], 2004)
    assert.equal(finding['cloud']?.['account']?.['uid'], demoAccount().id)
    assert.equal(finding['metadata']?.['product']?.['name'], 'Plumbline')
    assert.ok(Number.isInteger(finding['time']))
  }
  const uids = new Set(findings.map((finding) => finding['finding_info']?.['uid']))
  assert.equal(uids.size, findings.length)
  assert.match(
    ran.error(),
    /assessed \d+ of \d+ check × region units; .*denied: s3:GetBucketPolicy/,
  )
})

test('plumbline scan aws prints a table of chosen checks, or lines of JSON', async () => {
  const checks = ['--checks', 's3_bucket_object_versioning']
  const table = plumbline(['scan', 'aws', ...checks], variables())
  const json = plumbline(['scan', 'aws', '--output=json', ...checks], variables())
  assert.deepEqual([await table.status, await json.status], [3, 3], table.error() + json.error())
  assert.match(table.out(), /^status +severity +check +region +resource\n/)
  assert.match(table.out(), /\d+ findings to review, \d+ passed\n$/)
  const lines = json.out().trim().split('\n')
  for (const line of lines)
    assert.equal((JSON.parse(line) as Record<string, unknown>)['check_id'], checks[1])
})

test('plumbline scan aws --output sarif prints one log with what to look at, its rules and its gaps', async () => {
  const ran = plumbline(['scan', 'aws', '--output', 'sarif'], variables())
  assert.equal(await ran.status, 3, ran.error())
  const { version, runs } = JSON.parse(ran.out())
  assert.deepEqual([version, runs.length], ['2.1.0', 1])
  const [{ tool, results, invocations }] = runs
  const rules = new Set(tool.driver.rules.map(({ id }: { id: string }) => id))
  assert.ok(results.length >= 50, String(results.length))
  for (const { ruleId, kind } of results) {
    assert.ok(rules.has(ruleId), ruleId)
    assert.match(kind, /^(fail|review)$/)
  }
  const said = JSON.stringify(invocations)
  assert.match(said, /denied \(s3:GetBucketPolicy\)/)
})

test('plumbline scan aws says in a sentence why it cannot sign in', async () => {
  const unknownKey = plumbline(['scan', 'aws'], { ...variables(), AWS_ACCESS_KEY_ID: 'AKIANOBODY' })
  const other = plumbline(['scan', 'aws', '--account', '999999999999'], variables())
  const none = plumbline(['scan', 'aws'], {
    ...variables(),
    AWS_ACCESS_KEY_ID: '',
    AWS_SECRET_ACCESS_KEY: '',
    AWS_EC2_METADATA_DISABLED: 'true',
    HOME: folder,
  })
  assert.deepEqual(
    await Promise.all([unknownKey, other, none].map(({ status }) => status)),
    [1, 1, 1],
  )
  assert.match(other.error(), /999999999999/)
  assert.match(none.error(), /No AWS credentials were found/)
  for (const { error, out } of [unknownKey, other, none]) {
    assert.equal(out(), '')
    assert.doesNotMatch(error(), /\bat .*\.ts:/)
  }
})
