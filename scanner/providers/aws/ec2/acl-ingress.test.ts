// The checks of network ACLs: their ports, and the effect of the order of entries.
import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { type Check, unread, type Verdict } from '../../../kit/index.ts'
import { circumstances, verify } from '../../../kit/verify.ts'
import anyPort from './ec2_networkacl_allow_ingress_any_port.ts'
import ssh from './ec2_networkacl_allow_ingress_tcp_port_22.ts'
import rdp from './ec2_networkacl_allow_ingress_tcp_port_3389.ts'
import type { NetworkAcl, NetworkAclEntry } from './resources.ts'
import { entry, networkAcl } from './worlds.ts'

const acl = (...entries: Partial<NetworkAclEntry>[]) => networkAcl({ entries: entries.map(entry) })

interface Case {
  readonly check: Check<NetworkAcl>
  /** An entry that opens exactly the checked port, and one that opens another. */
  readonly opening: Partial<NetworkAclEntry>
  readonly other: Partial<NetworkAclEntry>
}

const rdpPorts = { from: 3000, to: 4000 }
const family: readonly Case[] = [
  { check: ssh, opening: { ports: { from: 22, to: 22 } }, other: { protocol: 'udp', ports: null } },
  { check: rdp, opening: { ports: rdpPorts }, other: { protocol: 'udp', ports: rdpPorts } },
  {
    check: anyPort,
    opening: { ports: { from: 0, to: 65_535 } },
    other: { ports: { from: 1024, to: 65_535 } },
  },
]

for (const { check, opening, other } of family) {
  verify(check, {
    pass: [
      acl(),
      acl({ ports: { from: 443, to: 443 } }),
      acl({ ...opening, range: '10.0.0.0/8' }),
      acl({ ...opening, range: '64.0.0.0/4' }),
      acl(
        { ...opening, number: 80, range: '80.0.0.0/4', allow: false },
        { ...opening, number: 90, range: '64.0.0.0/4' },
        { ...opening, range: '80.0.0.0/4' },
      ),
      acl({ ...opening, allow: false }),
      acl({ ...opening, egress: true }),
      acl(other),
      acl({ protocol: 'icmp', ports: null }),
      acl({ ...opening, number: 90, allow: false }, opening),
      acl({ protocol: '-1', ports: null, number: 90, allow: false }, opening),
      acl({ ...opening, number: 90, range: '::/0', allow: false }, { ...opening, range: '::/0' }),
      // Two denied halves cover everything.
      acl(
        { ...opening, number: 80, range: '0.0.0.0/1', allow: false },
        { ...opening, number: 90, range: '128.0.0.0/1', allow: false },
        opening,
      ),
    ],
    fail: [
      acl(opening),
      acl({ ...opening, range: '::/0' }),
      acl({ protocol: '-1', ports: null }),
      acl({ protocol: 'tcp', ports: null }),
      // A denial that comes later, covers less, or is for the other family closes nothing.
      acl(opening, { ...opening, number: 110, allow: false }),
      acl({ ...opening, number: 90, range: '198.51.100.0/24', allow: false }, opening),
      acl({ ...opening, number: 90, range: '0.0.0.0/1', allow: false }, opening),
      acl(
        { ...opening, number: 80, range: '0.0.0.0/1', allow: false },
        { ...opening, number: 90, range: '128.0.0.0/2', allow: false },
        opening,
      ),
      acl({ ...opening, number: 90, range: '::/0', allow: false }, opening),
      // Ranges that are too narrow individually open the port together.
      acl({ ...opening, number: 90, range: '64.0.0.0/4' }, { ...opening, range: '80.0.0.0/4' }),
    ],
    unread: [networkAcl({ entries: unread('broken_answer') })],
  })
}

const everything = { protocol: '-1', ports: null }
const denied = (number: number, entry: Partial<NetworkAclEntry>) => ({
  ...entry,
  number,
  allow: false,
})

for (const check of [ssh, rdp]) {
  verify(check, {
    pass: [acl(denied(90, { protocol: 'tcp', ports: null }), everything)],
    fail: [
      acl(denied(90, { ports: { from: 443, to: 443 } }), everything),
      acl(denied(90, { protocol: 'udp', ports: null }), everything),
    ],
    unread: [networkAcl({ entries: unread('broken_answer') })],
  })
}

verify(anyPort, {
  pass: [
    acl({ protocol: 'udp', ports: { from: 0, to: 1024 } }),
    acl(
      denied(80, { protocol: 'tcp', ports: null }),
      denied(90, { protocol: 'udp', ports: null }),
      everything,
    ),
    // One closed port of each protocol is enough.
    acl(denied(80, {}), denied(90, { protocol: 'udp' }), everything),
    acl({ number: 90, ports: { from: 0, to: 442 } }, { ports: { from: 444, to: 65_535 } }),
  ],
  fail: [
    acl({ protocol: 'udp', ports: null }),
    // Denied TCP leaves UDP open.
    acl(denied(90, { protocol: 'tcp', ports: null }), everything),
    acl(denied(90, {}), everything),
    acl({ number: 90, ports: { from: 0, to: 30_000 } }, { ports: { from: 30_001, to: 65_535 } }),
  ],
  unread: [networkAcl({ entries: unread('broken_answer') })],
})

test('a finding names every entry that takes part', () => {
  const open = acl(
    { number: 90, ports: { from: 0, to: 30_000 } },
    { ports: { from: 30_001, to: 65_535 }, range: '::/0' },
  )
  const { verdicts } = anyPort.judge(open, circumstances()) as { verdicts: readonly Verdict[] }
  deepEqual(
    verdicts.map(({ sentence }) => sentence),
    ['acl-1 (front) allows 0.0.0.0/0 and ::/0 to reach every tcp port by entries 90 and 100.'],
  )
})
