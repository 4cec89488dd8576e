// The collector against the fixture cloud: its calls, and its records.
import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { blankAccount, hostileText } from '../../../testing/index.ts'
import { locate } from '../locate.ts'
import ec2 from './index.ts'
import {
  busyAccount,
  cloudOf,
  gaps,
  id,
  region,
  type Seen,
  scanned,
  verdicts,
} from './testing/scanned.ts'

const arn = (rest: string) => `arn:aws:ec2:${region}:${id}:${rest}`

const rawOf = ({ findings }: Seen, check: string, uid: string) => {
  const found = findings.find((it) => it.check_id === check && it.resource.uid === uid)
  ok(found, `${check} says nothing of ${uid}`)
  return found.raw_result as Readonly<Record<string, unknown>>
}

const statusOf = ({ findings }: Seen, check: string, uid: string) =>
  findings.find((it) => it.check_id === check && it.resource.uid === uid)?.status

test('every check judges the busy region, and no resource twice', async (t) => {
  const seen = await scanned(await cloudOf(t, busyAccount()))
  deepEqual(gaps(seen), [])
  equal(new Set(seen.findings.map(({ uid }) => uid)).size, seen.findings.length)
  deepEqual(
    [...new Set(seen.findings.map(({ check_id }) => check_id))].sort(),
    ec2.checks.map((check) => check.id).sort(),
  )
})

test('what a region holds arrives as records', async (t) => {
  const account = busyAccount()
  const { here } = account
  const [group, machine, acl] = [
    here.securityGroups.find(({ name }) => name === 'partners'),
    here.instances[0],
    here.networkAcls[0],
  ]
  ok(group && machine && acl)
  group.ingress = [
    { protocol: 'tcp', from: 22, to: 22, cidrs: ['10.0.0.0/8', 'fd00::/8'], groupIds: [group.id] },
    { protocol: '-1', cidrs: [], prefixListIds: [here.prefixLists[0]?.id ?? ''] },
    { protocol: 'icmp', from: -1, to: -1, cidrs: ['10.0.0.0/8'] },
  ]
  group.egress = []
  machine.ipv6 = '2001:db8::7'
  acl.entries = [
    { number: 200, egress: false, allow: false, protocol: '-1', cidr: '0.0.0.0/0' },
    {
      number: 100,
      egress: false,
      allow: true,
      protocol: '6',
      cidr: '::/0',
      ports: { from: 80, to: 90 },
    },
  ]
  const seen = await scanned(await cloudOf(t, account))

  const sg = rawOf(
    seen,
    'ec2_securitygroup_with_many_ingress_egress_rules',
    arn(`security-group/${group.id}`),
  )
  const none = { ranges: [], prefix_list_ids: [], group_ids: [] }
  deepEqual(sg.ingress, [
    {
      ...none,
      protocol: 'tcp',
      ports: { from: 22, to: 22 },
      ranges: ['10.0.0.0/8', 'fd00::/8'],
      group_ids: [group.id],
    },
    { ...none, protocol: '-1', ports: null, prefix_list_ids: [here.prefixLists[0]?.id] },
    { ...none, protocol: 'icmp', ports: null, ranges: ['10.0.0.0/8'] },
  ])
  deepEqual(sg.egress, [])
  equal(sg.vpc_id, group.vpcId)

  const instance = rawOf(seen, 'ec2_instance_public_ip', arn(`instance/${machine.id}`))
  deepEqual(instance.interfaces, [
    {
      interface_id: machine.interfaceId,
      type: 'interface',
      subnet_id: machine.subnetId,
      group_ids: machine.securityGroupIds,
      public_ipv4: [machine.publicIp],
      ipv6: ['2001:db8::7'],
    },
  ])
  deepEqual(instance.metadata, { endpoint: 'enabled', tokens: 'optional' })
  equal(instance.name, machine.tags.Name)
  equal(instance.state, 'running')
  equal(instance.launched_at, machine.launchedAt.toISOString())

  const entries = rawOf(seen, 'ec2_networkacl_unused', arn(`network-acl/${acl.id}`)).entries
  const entry = { egress: false, ports: null }
  deepEqual(entries, [
    {
      ...entry,
      number: 100,
      allow: true,
      protocol: 'tcp',
      ports: { from: 80, to: 90 },
      range: '::/0',
    },
    { ...entry, number: 200, allow: false, protocol: '-1', range: '0.0.0.0/0' },
  ])
})

test('a group knows the others whose rules name it, wherever in the list they stand', async (t) => {
  const account = busyAccount()
  const groups = account.here.securityGroups
  const [first, last] = [groups[0], groups.at(-1)]
  ok(first && last && first !== last)
  const by = (...groupIds: string[]) => [{ protocol: '-1', cidrs: [], groupIds }]
  for (const group of groups) Object.assign(group, { ingress: [], egress: [] })
  first.ingress = by(last.id, first.id)
  last.egress = by(first.id)
  const seen = await scanned(await cloudOf(t, account, 2))
  const referrersOf = (group: typeof first) =>
    rawOf(
      seen,
      'ec2_securitygroup_with_many_ingress_egress_rules',
      arn(`security-group/${group.id}`),
    ).referrers
  deepEqual(groups.filter((group) => group !== first && group !== last).flatMap(referrersOf), [])
  deepEqual([referrersOf(first), referrersOf(last)], [[last.id], [first.id]])
})

test('an empty region is judged by its settings, and by nothing else', async (t) => {
  const account = { ...blankAccount(id), regions: busyAccount().regions }
  const seen = await scanned(await cloudOf(t, account))
  deepEqual(gaps(seen), [])
  deepEqual(
    verdicts(seen).map((line) => line.split('-')[2]),
    [
      'ec2_ami_account_block_public_access',
      'ec2_ebs_default_encryption',
      'ec2_ebs_snapshot_account_block_public_access',
      'ec2_instance_account_imdsv2_enabled',
    ],
  )
})

test('short pages give the same findings as long ones', async (t) => {
  const whole = await scanned(await cloudOf(t, busyAccount()))
  const paged = await scanned(await cloudOf(t, busyAccount(), 1))
  ok(paged.calls.length > whole.calls.length + 20)
  deepEqual(verdicts(paged), verdicts(whole))
})

test('only what the chosen checks need is asked', async (t) => {
  const cloud = await cloudOf(t, busyAccount())
  const calls = async (...checks: string[]) =>
    [...new Set((await scanned(cloud, { checks })).calls)].sort()
  deepEqual(await calls('ec2_ebs_default_encryption'), ['GetEbsEncryptionByDefault'])
  deepEqual(await calls('ec2_ebs_snapshots_encrypted', 'ec2_ebs_volume_encryption'), [
    'DescribeSnapshots',
    'DescribeVolumes',
  ])
  deepEqual(await calls('ec2_securitygroup_from_launch_wizard'), ['DescribeSecurityGroups'])
})

test('AWS’s own prefix lists are not read, the customer’s are', async (t) => {
  const cloud = await cloudOf(t, busyAccount())
  const { calls } = await scanned(cloud, {
    checks: ['ec2_securitygroup_allow_ingress_from_internet_to_tcp_port_22'],
  })
  const own = busyAccount().here.prefixLists.filter(({ ownedByAws }) => !ownedByAws)
  ok(own.length > 0 && own.length < busyAccount().here.prefixLists.length)
  equal(calls.filter((call) => call === 'GetManagedPrefixListEntries').length, own.length)
})

test('an instance that is being terminated is no longer there', async (t) => {
  const account = busyAccount()
  const [first, second] = account.here.instances
  ok(first && second)
  first.state = 'terminated'
  second.state = 'shutting-down'
  const seen = await scanned(await cloudOf(t, account))
  const uids = new Set(seen.findings.map(({ resource }) => resource.uid))
  for (const { id: gone } of [first, second]) ok(!uids.has(arn(`instance/${gone}`)))
  ok(uids.has(arn(`instance/${account.here.instances[2]?.id}`)))
})

test('an image is asked for once, and one that is gone is known to be gone', async (t) => {
  const account = busyAccount()
  const { instances, images } = account.here
  const [first, second, third] = instances
  const [image] = images
  ok(first && second && third && image)
  for (const it of instances) it.imageId = image.id
  third.imageId = 'ami-0withdrawn'
  image.deprecatedAt = new Date('2026-01-01T00:00:00Z')
  const check = 'ec2_instance_with_outdated_ami'
  const seen = await scanned(await cloudOf(t, account), { checks: [check] })
  equal(seen.calls.filter((call) => call === 'DescribeImages').length, 2)
  deepEqual(rawOf(seen, check, arn(`instance/${first.id}`)).image, {
    deprecated_at: '2026-01-01T00:00:00.000Z',
  })
  equal(rawOf(seen, check, arn(`instance/${third.id}`)).image, null)
  equal(statusOf(seen, check, arn(`instance/${second.id}`)), 'FAIL')
})

test('a subnet without a route table of its own goes by the main one', async (t) => {
  const account = busyAccount()
  const { instances, routeTables } = account.here
  const machine = instances.find(({ publicIp }) => publicIp !== null)
  const uid = arn(`instance/${machine?.id}`)
  const check = 'ec2_instance_port_ssh_exposed_to_internet'
  const severity = async () => {
    const { findings } = await scanned(await cloudOf(t, account), { checks: [check] })
    return findings.find(({ resource }) => resource.uid === uid)?.severity
  }
  equal(await severity(), 'critical')
  // Now only the main table applies to the subnet, and it has no route to the internet.
  for (const table of routeTables) if (!table.main) table.subnetIds = []
  for (const table of routeTables) {
    if (table.main) table.routes = table.routes.filter(({ target }) => !target.startsWith('igw-'))
  }
  equal(await severity(), 'high')
})

test('a partial scan looks at the named resource and its surroundings', async (t) => {
  const account = busyAccount()
  const machine = account.here.instances.find(({ tags }) => tags.Name === 'intranet')
  const uid = arn(`instance/${machine?.id}`)
  const seen = await scanned(await cloudOf(t, account), { uids: [uid] })
  deepEqual([...new Set(seen.findings.map(({ resource }) => resource.uid))], [uid])
  equal(statusOf(seen, 'ec2_instance_port_ssh_exposed_to_internet', uid), 'FAIL')
})

test('whatever gets a finding can be named in a partial scan', async (t) => {
  const { findings } = await scanned(await cloudOf(t, busyAccount()))
  const kindOf = new Map(ec2.checks.map((check) => [check.id, check.over]))
  for (const { check_id, resource } of findings) {
    const places = locate(resource.uid).map((it) => [it.service, it.kind, it.region])
    deepEqual(places, [['ec2', kindOf.get(check_id), region]], resource.uid)
  }
})

test('hostile names stay names', async (t) => {
  const cloud = await cloudOf(t, busyAccount())
  cloud.script({
    match: { operation: 'DescribeSecurityGroups' },
    do: 'hostile',
    names: ['groupName', 'groupDescription', 'value'],
  })
  const seen = await scanned(cloud, { checks: ['ec2_securitygroup_from_launch_wizard'] })
  equal(seen.findings.length, busyAccount().here.securityGroups.length)
  for (const { resource, status, status_extended } of seen.findings) {
    equal(resource.name, hostileText)
    match(resource.uid, /:security-group\/sg-/)
    equal(status, 'PASS')
    match(status_extended, /^sg-/)
  }
})
