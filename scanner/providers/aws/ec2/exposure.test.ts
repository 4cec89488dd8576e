import { deepEqual, equal, match } from 'node:assert/strict'
import { test } from 'node:test'
import { indexOf, type Join, keyed, type Resource } from '../../../kit/index.ts'
import { exposureOf, type Surroundings } from './exposure.ts'
import { prefixListJoin, reachOf } from './openings.ts'
import type { NetworkInterface, Rule, Subnet } from './resources.ts'
import { allow, networkInterface, prefixList, securityGroup, subnet } from './worlds.ts'

const ssh = reachOf({ tcp: [22] })

const over = (records: readonly Resource[], join: Join) => indexOf(keyed(records, join.by), join)

const around = (ingress: Rule[], internet: Subnet['internet']) =>
  ({
    securityGroups: over([securityGroup({ ingress })], { by: 'group_id', fields: ['ingress'] }),
    subnets: over([subnet({ internet })], { by: 'subnet_id', fields: ['internet'] }),
    prefixLists: over([prefixList()], prefixListJoin.prefixLists),
  }) as unknown as Surroundings

const both = { ipv4: true, ipv6: true }
const neither = { ipv4: false, ipv6: false }
const v4 = allow('tcp', 22, '0.0.0.0/0')
const v6 = allow('tcp', 22, '::/0')
const addressed = { public_ipv4: ['198.51.100.7'] }
const addressed6 = { ipv6: ['2600:1f18::7'] }
const bothLocal = { ipv6: ['fd00:1::7', '2600:1f18::7'] }

const cases: readonly [
  name: string,
  it: Partial<NetworkInterface>,
  rule: Rule,
  internet: { ipv4: boolean; ipv6: boolean },
  severity: string,
][] = [
  ['a public address and a route', addressed, v4, both, 'critical'],
  ['an IPv6 address and a route', addressed6, v6, both, 'critical'],
  ['a public address without a route', addressed, v4, neither, 'high'],
  ['a route of the other family only', addressed, v4, { ipv4: false, ipv6: true }, 'high'],
  ['an IPv6 route missing', addressed6, v6, { ipv4: true, ipv6: false }, 'high'],
  ['no public address', {}, v4, both, 'medium'],
  ['an address of the other family only', addressed, v6, both, 'medium'],
  ['a unique local address of IPv6', { ipv6: ['fd00:1::7'] }, v6, both, 'medium'],
  ['a local and a public address of IPv6', bothLocal, v6, both, 'critical'],
  ['IPv6 only, open to IPv4', addressed6, v4, both, 'medium'],
]
for (const [name, it, rule, internet, severity] of cases) {
  test(`an open port with ${name} is ${severity}`, () =>
    equal(exposureOf([networkInterface(it)], ssh, around([rule], internet))?.severity, severity))
}

test('the furthest way in speaks for the instance', () => {
  const exposure = exposureOf(
    [networkInterface(), networkInterface(addressed)],
    ssh,
    around([v6, v4], both),
  )
  equal(exposure?.severity, 'critical')
  equal(exposure?.opening, 'tcp 22 to 0.0.0.0/0 through sg-1')
  match(exposure?.reach ?? '', /198\.51\.100\.7/)
})

test('groups of an interface open together what none opens alone', () => {
  const rules = ['64.0.0.0/4', '80.0.0.0/4'].map((range) => allow('tcp', 22, range))
  const groups = rules.map((rule, index) =>
    securityGroup({ uid: `group-${index}`, group_id: `sg-${index}`, ingress: [rule] }),
  )
  const surroundings = {
    ...around([], both),
    securityGroups: over(groups, { by: 'group_id', fields: ['ingress'] }),
  } as unknown as Surroundings
  const it = networkInterface({ ...addressed, group_ids: ['sg-0', 'sg-1'] })
  const exposure = exposureOf([it], ssh, surroundings)
  equal(exposure?.severity, 'critical')
  equal(exposure?.opening, 'tcp 22 to 64.0.0.0/4 and 80.0.0.0/4 through sg-0 and sg-1')
  const apart = ['sg-0', 'sg-1'].map((id) => networkInterface({ ...addressed, group_ids: [id] }))
  equal(exposureOf(apart, ssh, surroundings), null)
})

test('a group without an opening exposes nothing', () => {
  deepEqual(exposureOf([networkInterface(addressed)], ssh, around([], both)), null)
})
