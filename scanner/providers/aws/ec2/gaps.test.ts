// Calls that are denied, throttled or broken result in a gap with its action, never in a verdict.
import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import type { Deed } from '../../../testing/index.ts'
import ec2 from './index.ts'
import {
  busyAccount,
  cloudOf,
  gaps,
  region,
  type Seen,
  scanned,
  verdicts,
} from './testing/scanned.ts'

/** The checks that depend on a permission: by the list of their kind, a needed field, or a join. */
function dependants(action: string): ReadonlySet<string> {
  const uses = (kind: string, fields: readonly string[]) => {
    const actions = ec2.kinds[kind]
    return (
      actions?.list.includes(action) ||
      fields.some((field) => actions?.fields[field]?.includes(action))
    )
  }
  const found = ec2.checks.filter(
    ({ over, needs, joins }) =>
      uses(over, needs) || Object.entries(joins).some(([kind, join]) => uses(kind, join.fields)),
  )
  return new Set(found.map((check) => check.id))
}

const checkOf = (line: string) => line.split('-')[2] ?? ''

/** No new results appear, and none disappears without a reason. */
function onlyLess(before: Seen, after: Seen, action: string): void {
  const affected = dependants(action)
  const [was, is] = [verdicts(before), verdicts(after)]
  const added = is.filter((line) => !was.includes(line))
  deepEqual(added, [], `${action}: verdicts that the whole evidence does not give`)
  const lost = was.filter((line) => !is.includes(line))
  for (const line of lost) {
    const check = checkOf(line)
    ok(affected.has(check), `${action}: ${check} does not depend on it`)
    ok(
      after.unread.some((it) => it.check_id === check && (!it.uid || line.startsWith(it.uid))),
      `${action}: ${line} fell silent without a reason`,
    )
  }
  for (const gap of gaps(after)) {
    equal(gap, `${gap.split(' ')[0]} ${gap.split(' ')[1]} ${action}`)
    ok(affected.has(gap.split(' ')[0] ?? ''), `${action}: ${gap}`)
  }
}

const deeds: readonly [name: string, deed: Deed, outcome: string, code: string][] = [
  ['throttled', { do: 'throttle' }, 'throttled', 'RequestLimitExceeded'],
  ['truncated', { do: 'truncate' }, 'error', 'truncated_answer'],
  ['no XML', { do: 'garbage' }, 'error', 'broken_answer'],
  ['never given', { do: 'hang' }, 'error', 'read_timeout'],
  ['an unknown error', { do: 'status', status: 500 }, 'error', 'http_500'],
  [
    'whole but empty',
    {
      do: 'status',
      status: 200,
      body: '<DescribeSecurityGroupsResponse><requestId>r</requestId></DescribeSecurityGroupsResponse>',
    },
    'error',
    'broken_answer',
  ],
]

for (const [name, deed, outcome, code] of deeds) {
  test(`a list of groups that is ${name} is a gap for whatever reads groups`, async (t) => {
    const before = await scanned(await cloudOf(t, busyAccount()))
    const cloud = await cloudOf(t, busyAccount())
    cloud.script({ match: { operation: 'DescribeSecurityGroups' }, ...deed })
    const after = await scanned(cloud)
    const action = 'ec2:DescribeSecurityGroups'
    onlyLess(before, after, action)
    const codes = new Set(after.unread.map(({ reason }) => reason))
    deepEqual([...codes], [code])
    ok(gaps(after).includes(`ec2_securitygroup_from_launch_wizard ${outcome} ${action}`))
    ok(gaps(after).includes(`ec2_instance_port_ssh_exposed_to_internet ${outcome} ${action}`))
  })
}

test('a list that breaks off keeps what it showed, and says that it is not whole', async (t) => {
  const check = 'ec2_securitygroup_from_launch_wizard'
  const cloud = await cloudOf(t, busyAccount(), 2)
  cloud.script({ match: { operation: 'DescribeSecurityGroups', nth: 2 }, do: 'deny' })
  const seen = await scanned(cloud, { checks: [check] })
  equal(seen.findings.length, 2)
  deepEqual(
    seen.unread.map(({ check_id, uid }) => ({ check_id, uid })),
    [{ check_id: check, uid: null }],
  )
})

test('one snapshot whose permissions cannot be read leaves the others judged', async (t) => {
  const check = 'ec2_ebs_public_snapshot'
  const cloud = await cloudOf(t, busyAccount())
  const whole = await scanned(cloud, { checks: [check] })
  cloud.script({ match: { operation: 'DescribeSnapshotAttribute', nth: 1 }, do: 'throttle' })
  const seen = await scanned(cloud, { checks: [check] })
  equal(seen.findings.length, whole.findings.length - 1)
  deepEqual(gaps(seen), [`${check} throttled ec2:DescribeSnapshotAttribute`])
})

test('a snapshot deleted since it was listed is no gap and no finding', async (t) => {
  const check = 'ec2_ebs_public_snapshot'
  const cloud = await cloudOf(t, busyAccount())
  const whole = await scanned(cloud, { checks: [check] })
  cloud.script({
    match: { operation: 'DescribeSnapshotAttribute', nth: 1 },
    do: 'status',
    status: 400,
    body: '<Response><Errors><Error><Code>InvalidSnapshot.NotFound</Code><Message>gone</Message></Error></Errors></Response>',
  })
  const seen = await scanned(cloud, { checks: [check] })
  equal(seen.findings.length, whole.findings.length - 1)
  deepEqual(gaps(seen), [])
})

test('an instance in a group that no list shows is not called closed', async (t) => {
  const account = busyAccount()
  const machine = account.here.instances[0]
  ok(machine)
  machine.securityGroupIds = ['sg-0elsewhere']
  const check = 'ec2_instance_port_ssh_exposed_to_internet'
  const seen = await scanned(await cloudOf(t, account), { checks: [check] })
  deepEqual(gaps(seen), [`${check} error ec2:DescribeSecurityGroups`])
  deepEqual(
    seen.unread.map(({ uid, reason }) => ({ uid, reason })),
    [
      {
        uid: `plumbline-aws-${check}-123456789012-${region}-arn:aws:ec2:${region}:123456789012:instance/${machine.id}`,
        reason: 'not_listed',
      },
    ],
  )
})

test('a region whose default is not said is unread, not off', async (t) => {
  const cloud = await cloudOf(t, busyAccount())
  cloud.script({
    match: { operation: 'GetEbsEncryptionByDefault' },
    do: 'status',
    status: 200,
    body: '<GetEbsEncryptionByDefaultResponse><requestId>r</requestId></GetEbsEncryptionByDefaultResponse>',
  })
  const seen = await scanned(cloud, { checks: ['ec2_ebs_default_encryption'] })
  equal(seen.findings.length, 0)
  deepEqual(gaps(seen), ['ec2_ebs_default_encryption error ec2:GetEbsEncryptionByDefault'])
})
