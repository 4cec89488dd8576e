// The entries of a network ACL, with each value removed in turn.
import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { isUnread } from '../../../kit/index.ts'
import { answering, collecting, recordsOf } from '../testing/answering.ts'
import { networkAcls } from './network-acls.ts'

type Entry = Readonly<Record<string, unknown>>

const tcp: Entry = {
  ruleNumber: 100,
  egress: false,
  ruleAction: 'deny',
  protocol: '6',
  portRange: { from: 22, to: 22 },
  cidrBlock: '0.0.0.0/0',
}
const last: Entry = {
  ruleNumber: 32767,
  egress: false,
  ruleAction: 'deny',
  protocol: '-1',
  ipv6CidrBlock: '::/0',
}

async function entriesOf(entrySet: readonly Entry[] | undefined) {
  const aws = answering({
    'ec2:DescribeNetworkAcls': { networkAclSet: [{ networkAclId: 'acl-1', entrySet }] },
  })
  const [found] = await recordsOf(networkAcls(collecting(aws)), 'entries')
  return found?.entries
}

test('complete entries are read in the order of their numbers', async () => {
  const shared = { egress: false, allow: false }
  deepEqual(await entriesOf([last, tcp]), [
    { ...shared, number: 100, protocol: 'tcp', ports: { from: 22, to: 22 }, range: '0.0.0.0/0' },
    { ...shared, number: 32767, protocol: '-1', ports: null, range: '::/0' },
  ])
})

test('entries are unread if one of them lacks a value or has an unknown action', async () => {
  const incomplete = Object.keys(tcp).map((name) => ({ ...tcp, [name]: undefined }))
  const others = [
    { ...tcp, ruleAction: 'permit' },
    { ...tcp, portRange: { from: 22 } },
    { ...tcp, portRange: { to: 22 } },
  ]
  for (const entry of [...incomplete, ...others])
    deepEqual(isUnread(await entriesOf([entry, last])), true, JSON.stringify(entry))
  deepEqual(isUnread(await entriesOf(undefined)), true)
  deepEqual(isUnread(await entriesOf([])), true)
})
