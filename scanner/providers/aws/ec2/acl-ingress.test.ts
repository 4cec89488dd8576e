// The family of checks over network ACLs: what they watch, and how the order of entries decides.
import { type Check, unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import anyPort from './ec2_networkacl_allow_ingress_any_port.ts'
import ssh from './ec2_networkacl_allow_ingress_tcp_port_22.ts'
import rdp from './ec2_networkacl_allow_ingress_tcp_port_3389.ts'
import type { NetworkAcl, NetworkAclEntry } from './resources.ts'
import { entry, networkAcl } from './worlds.ts'

const acl = (...entries: Partial<NetworkAclEntry>[]) => networkAcl({ entries: entries.map(entry) })

interface Case {
  readonly check: Check<NetworkAcl>
  /** An entry that opens just what the check asks about, and one that opens something else. */
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
      acl({ ...opening, allow: false }),
      acl({ ...opening, egress: true }),
      acl(other),
      acl({ protocol: 'icmp', ports: null }),
      acl({ ...opening, number: 90, allow: false }, opening),
      acl({ protocol: '-1', ports: null, number: 90, allow: false }, opening),
      acl({ ...opening, number: 90, range: '::/0', allow: false }, { ...opening, range: '::/0' }),
    ],
    fail: [
      acl(opening),
      acl({ ...opening, range: '::/0' }),
      acl({ protocol: '-1', ports: null }),
      acl({ protocol: 'tcp', ports: null }),
      // A denial that comes later, of less, or of the other family closes nothing.
      acl(opening, { ...opening, number: 110, allow: false }),
      acl({ ...opening, number: 90, range: '198.51.100.0/24', allow: false }, opening),
      acl({ ...opening, number: 90, range: '0.0.0.0/1', allow: false }, opening),
      acl({ ...opening, number: 90, range: '::/0', allow: false }, opening),
      acl({ ports: { from: 443, to: 443 }, number: 90, allow: false }, opening),
    ],
    unread: [networkAcl({ entries: unread('broken_answer') })],
  })
}

verify(anyPort, {
  pass: [acl({ protocol: 'udp', ports: { from: 0, to: 1024 } })],
  fail: [
    acl({ protocol: 'udp', ports: null }),
    // Denied TCP leaves every other protocol open.
    acl(
      { protocol: 'tcp', ports: null, number: 90, allow: false },
      { protocol: '-1', ports: null },
    ),
  ],
  unread: [networkAcl({ entries: unread('broken_answer') })],
})
