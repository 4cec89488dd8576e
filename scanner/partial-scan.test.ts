// Scans of named resources: every resource with a finding in a full scan can be scanned alone.
import { deepEqual, equal, ok } from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { aws, type FindingRecord, open, planScan, scan, type UnreadFinding } from './index.ts'
import { demoAccount, demoCredentials, startFixtureCloud } from './testing/index.ts'

const uid = '123456789012'
const now = new Date('2026-01-15T12:00:00Z')

async function signedIn(t: TestContext) {
  const cloud = await startFixtureCloud({ accounts: [demoAccount(now)] })
  const config = { endpoint_url: cloud.url, retries: 0 }
  const session = await open(aws, { uid, secret: demoCredentials, config })
  t.after(async () => {
    session.close()
    await cloud.close()
  })

  /** One scan: of the whole account, or of the named resources. */
  const scanned = async (uids?: readonly string[]) => {
    const before = cloud.calls.length
    const findings: FindingRecord[] = []
    const unread: UnreadFinding[] = []
    const gone: string[] = []
    const plan = await planScan(session, uids ? { uids } : {})
    for await (const result of scan(plan, { session, now })) {
      ok(result.kind === 'unit', `${result.unit} ended as ${result.kind}`)
      findings.push(...result.findings)
      unread.push(...result.unread)
      gone.push(...result.gone)
    }
    return { plan, findings, unread, gone, calls: cloud.calls.slice(before) }
  }
  return { cloud, scanned }
}

const verdicts = (findings: readonly FindingRecord[]) =>
  findings.map((it) => `${it.uid} ${it.status} ${it.severity} ${it.status_extended}`).sort()

const gaps = (unread: readonly UnreadFinding[]) =>
  unread.flatMap(({ uid, reason }) => (uid ? `${uid} ${reason}` : [])).sort()

test('each resource of the account, looked at by itself, gets its verdicts for fewer calls', async (t) => {
  const { scanned } = await signedIn(t)
  const whole = await scanned()
  const byResource = Map.groupBy(whole.findings, ({ resource }) => resource.uid)
  ok(byResource.size > 60, `only ${byResource.size} resources`)
  for (const [resource, expected] of byResource) {
    const { findings, unread, gone, calls } = await scanned([resource])
    deepEqual(verdicts(findings), verdicts(expected), resource)
    const missing = whole.unread.filter((it) => it.uid?.endsWith(`-${resource}`))
    deepEqual(gaps(unread), gaps(missing), resource)
    deepEqual(gone, [], resource)
    ok(calls.length < whole.calls.length / 2, `${resource}: ${calls.length} calls`)
  }
})

test('resources of several services and regions are looked at in one scan, once each', async (t) => {
  const { scanned } = await signedIn(t)
  const whole = await scanned()
  const one = (check: string) =>
    whole.findings.find(({ check_id }) => check_id === check)?.resource.uid ?? check
  const uids = [
    one('iam_root_mfa_enabled'),
    one('iam_securityaudit_role_created'),
    one('kms_cmk_rotation_enabled'),
    one('ec2_instance_imdsv2_enabled'),
  ]
  const { plan, findings } = await scanned(uids)
  deepEqual([...new Set(plan.units.map(({ service }) => service))].sort(), [
    'account',
    'ec2',
    'iam',
    'kms',
  ])
  ok(plan.units.every((unit) => new Set(unit.uids).size === unit.uids?.length))
  const expected = whole.findings.filter(({ resource }) => uids.includes(resource.uid))
  deepEqual(verdicts(findings), verdicts(expected))
})

test('a partial scan asks only for what it names', async (t) => {
  const { cloud, scanned } = await signedIn(t)
  const uids = [`arn:aws:s3:::${cloud.account(uid).s3.buckets[0]?.name}`]
  const { plan, findings, calls } = await scanned(uids)
  deepEqual(
    plan.units.map(({ name }) => name),
    ['s3/us-east-1'],
  )
  deepEqual([...new Set(findings.map(({ resource }) => resource.uid))], uids)
  const asked = calls.filter(({ operation }) => operation.startsWith('GetBucket'))
  ok(asked.length > 0 && asked.every(({ resource }) => resource === uids[0]))
})

test('what is not there any more is gone on the evidence of a whole list, and of nothing less', async (t) => {
  const { cloud, scanned } = await signedIn(t)
  const uids = [`arn:aws:iam::${uid}:user/nobody`, `arn:aws:ec2:us-east-1:${uid}:volume/vol-0`]
  const { findings, gone } = await scanned(uids)
  equal(findings.length, 0)
  deepEqual(gone.sort(), [...uids].sort())
  cloud.script({ match: { operation: 'DescribeVolumes' }, do: 'throttle' })
  deepEqual((await scanned(uids)).gone, uids.slice(0, 1))
})
