import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { aws } from '../providers/aws/index.ts'
import { explain, type ExplainInput } from './explain.ts'

const user = {
  uid: 'arn:aws:iam::123456789012:user/ann',
  name: 'ann',
  region: 'us-east-1',
  credentials: {
    reported_at: '2026-05-01T00:00:00.000Z',
    created_at: '2024-01-01T00:00:00.000Z',
    password: true,
    password_used_at: '2026-03-01T00:00:00.000Z',
    password_changed_at: null,
    mfa: false,
    access_keys: [],
  },
  mfa_devices: { unread: 'AccessDenied', action: 'iam:ListMFADevices' },
  groups: ['staff'],
}
const asked: ExplainInput = {
  checkId: 'iam_user_console_access_unused',
  status: 'FAIL',
  rawResult: user,
  account: '123456789012',
  partition: 'test',
  time: new Date('2026-05-01T00:10:00Z'),
  config: {},
}
const of = async (change: Partial<ExplainInput>) => {
  const explained = await explain(aws, { ...asked, ...change })
  ok(explained)
  const names = explained.values.map(({ name }) => name)
  return { ...explained, names }
}

test('values that decided are those that the rule looks at, and judging them again shows it', async () => {
  const { names, isRepeated, unread, thresholds } = await of({})
  deepEqual([names, isRepeated], [['credentials'], true])
  deepEqual(unread, [{ name: 'mfa_devices', unread: 'AccessDenied', action: 'iam:ListMFADevices' }])
  deepEqual(
    thresholds.map(({ name, value, default: normal }) => [name, value, normal]),
    [['max_console_access_days', 45, 45]],
  )
})

test('a verdict that the values do not give, or not by this configuration, is not called repeated', async () => {
  const lenient = await of({ config: { max_console_access_days: 365 } })
  deepEqual([lenient.isRepeated, lenient.thresholds[0]?.value], [false, 365])
  deepEqual(lenient.names, ['credentials', 'groups'])
  equal((await of({ status: 'PASS' })).isRepeated, false)
  const broken = await of({ rawResult: { ...user, credentials: 'what?' } })
  equal(broken.isRepeated, false)
})

test('needed fields that a finding lacks are named; in a format without nulls they were null', async () => {
  const checkId = 's3_bucket_lifecycle_enabled'
  const rawResult = { uid: 'arn:aws:s3:::a', name: 'a', region: 'eu-west-1' }
  const lacking = await of({ checkId, rawResult })
  deepEqual([lacking.missing, lacking.isRepeated], [['lifecycle_rules'], false])
  const nulls = await of({ checkId, rawResult, areNullsLeftOut: true })
  deepEqual([nulls.missing, nulls.values], [[], [{ name: 'lifecycle_rules', value: null }]])
  for (const strange of [null, 'text', ['list'], 7])
    deepEqual((await of({ rawResult: strange })).missing, ['credentials'])
})

test('what a check looks up in other records is named, since a finding keeps nothing of it', async () => {
  const { joined, isRepeated } = await of({ checkId: 's3_bucket_public_access' })
  deepEqual(
    joined.map(({ kind, by, fields }) => [kind, by, fields.map(({ name }) => name)]),
    [['accounts', 'name', ['public_access_block']]],
  )
  equal(isRepeated, false)
})

test('a check is found by an id that it had before, and one that there is not is not explained', async () => {
  const renamed = [...aws.catalog.values()].find(
    ({ aliases, service }) => aliases.length > 0 && service === 'ec2',
  )
  ok(renamed)
  equal((await of({ checkId: renamed.aliases[0] ?? '' })).check.id, renamed.id)
  for (const checkId of ['', 'no_such_check', 'constructor', '__proto__'])
    equal(await explain(aws, { ...asked, checkId }), undefined)
})
