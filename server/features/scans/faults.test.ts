import assert from 'node:assert/strict'
import type { Rule } from '@plumbline/scanner/testing'
import { after, before, test } from 'node:test'
import { type Client, type Item, type World, world } from '../../testing/index.ts'

let w: World
/** The results of an undisturbed scan: uid of each finding → its status. */
let undisturbed: Map<string, string>
let user: Client
let provider = ''
/** A scan during which all the faults below happened. */
let troubled = ''
before(async () => {
  w = await world({ settings: { CLOUD_READ_TIMEOUT_SECONDS: '2' } })
  user = await w.user()
  provider = await user.provider()
  await user.scanOnly(provider, 's3', 'kms', 'iam', 'cloudtrail')
  await user.scan(provider)
  undisturbed = await verdicts()
  const restore = faults.map(([, rule]) => w.cloud.script(rule))
  troubled = await user.scan(provider)
  for (const one of restore) one()
})
after(async () => {
  await w.close()
  await w.test.close()
})

async function all(path: string): Promise<Item[]> {
  const rows: Item[] = []
  for (let next: unknown = path; typeof next === 'string'; ) {
    const page = await user.get(next)
    rows.push(...page.items)
    next = page.next
  }
  return rows
}
async function verdicts(query = ''): Promise<Map<string, string>> {
  const rows = await all(`/findings/latest?page[size]=100${query}`)
  return new Map(rows.map((row) => [row.text('uid'), row.text('status')]))
}

const faults: [name: string, rule: Rule, action: string, outcome: RegExp, check: string][] = [
  [
    'denied',
    { match: { service: 's3', operation: 'GetBucketLifecycleConfiguration' }, do: 'deny' },
    's3:GetLifecycleConfiguration',
    /^denied$/,
    's3_bucket_lifecycle_enabled',
  ],
  [
    'throttled',
    { match: { service: 'kms', operation: 'GetKeyRotationStatus' }, do: 'throttle' },
    'kms:GetKeyRotationStatus',
    /^throttled$/,
    'kms_cmk_rotation_enabled',
  ],
  [
    'truncated',
    { match: { service: 'iam', operation: 'GetAccountPasswordPolicy' }, do: 'truncate' },
    'iam:GetAccountPasswordPolicy',
    /^error$/,
    'iam_password_policy_minimum_length_14',
  ],
  [
    'answered with rubbish',
    { match: { service: 'cloudtrail', operation: 'GetTrailStatus' }, do: 'garbage' },
    'cloudtrail:GetTrailStatus',
    /^error$/,
    'cloudtrail_multi_region_enabled',
  ],
  [
    'cut off',
    { match: { service: 's3', operation: 'GetBucketVersioning' }, do: 'reset' },
    's3:GetBucketVersioning',
    /^error$/,
    's3_bucket_object_versioning',
  ],
  [
    'never answered',
    { match: { service: 's3', operation: 'GetBucketLogging' }, do: 'hang' },
    's3:GetBucketLogging',
    /^error$/,
    's3_bucket_server_access_logging_enabled',
  ],
]
for (const [name, , action, outcome, check] of faults) {
  test(`a call that is ${name} is a row of coverage, and no verdict comes from it`, async () => {
    const path = `/scans/${troubled}/coverage?page[size]=1000&filter[check_id]=${check}`
    const gaps = (await all(path)).filter(
      (row) => !/^(assessed|not_applicable)$/.test(row.text('outcome')),
    )
    assert.ok(gaps.length > 0, `no gap of ${check}`)
    for (const row of gaps) assert.match(row.text('outcome'), outcome, JSON.stringify(row))
    assert.ok(
      gaps.some((row) => row.text('action') === action),
      JSON.stringify(gaps),
    )
    const shown = await all(
      `/findings?page[size]=100&filter[scan]=${troubled}&filter[check_id]=${check}`,
    )
    assert.deepEqual(
      shown.map((row) => row.text('uid')),
      [],
    )
  })
}

test('a scan with all these faults completes, and earlier findings keep their state', async () => {
  const shown = (await user.get(`/scans/${troubled}`)).item
  assert.equal(shown.at('state'), 'completed')
  const after = await verdicts(`&filter[check_id__in]=${faults.map((one) => one[4]).join(',')}`)
  assert.ok([...after.values()].includes('FAIL'))
  assert.deepEqual(await verdicts(), undisturbed)
})

test('a service that answers nothing leaves all its earlier findings as they were', async () => {
  const restore = w.cloud.script({ match: { service: 'cloudtrail' }, do: 'status', status: 500 })
  try {
    const scan = await user.scan(provider)
    const shown = await all(
      `/findings?page[size]=100&filter[scan]=${scan}&filter[service]=cloudtrail`,
    )
    const decided = shown.filter((row) => row.text('status') !== 'MANUAL')
    assert.deepEqual(
      decided.map((row) => row.text('uid')),
      [],
    )
  } finally {
    restore()
  }
  assert.deepEqual(await verdicts(), undisturbed)
})

test('a failure that is fixed is reported as fixed only by a scan that looked', async () => {
  const failing =
    '/findings/latest?filter[status]=FAIL&filter[check_id]=s3_bucket_object_versioning'
  const uid = (await user.get(failing)).item.text('uid')
  const account = w.cloud.account('123456789012')
  const before = account.s3.buckets.map((bucket) => bucket.versioning)
  const restore = w.cloud.script({ match: { operation: 'GetBucketVersioning' }, do: 'deny' })
  try {
    for (const bucket of account.s3.buckets)
      bucket.versioning = { status: 'Enabled', mfaDelete: false }
    await user.scan(provider)
    assert.equal((await verdicts()).get(uid), 'FAIL')
    restore()
    await user.scan(provider)
    assert.equal((await verdicts()).get(uid), 'PASS')
  } finally {
    restore()
    for (const [at, bucket] of account.s3.buckets.entries()) {
      const was = before[at]
      if (was) bucket.versioning = was
    }
  }
})
