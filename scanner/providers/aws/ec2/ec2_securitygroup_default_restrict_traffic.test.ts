import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { unread, type Verdict } from '../../../kit/index.ts'
import { circumstances, verify } from '../../../kit/verify.ts'
import check from './ec2_securitygroup_default_restrict_traffic.ts'
import { allow, allowGroup, securityGroup } from './worlds.ts'

const standard = securityGroup({
  name: 'default',
  ingress: [allowGroup('sg-1')],
  egress: [allow('-1', null, '0.0.0.0/0')],
})

verify(check, {
  pass: [securityGroup({ name: 'default', ingress: [], egress: [] })],
  fail: [standard, { ...standard, ingress: [] }, { ...standard, egress: [] }],
  unread: [
    { ...standard, ingress: unread('broken_answer') },
    { ...standard, egress: unread('broken_answer') },
  ],
})

test('other groups than the default ones get no verdict', () => {
  const around = { now: new Date(), account: '', partition: 'aws', config: {}, joined: {} }
  deepEqual(check.judge(securityGroup(), around), { verdicts: [] })
})

test('rules are counted as AWS counts them, one for each source', () => {
  const ingress = [allow('tcp', 22, '10.0.0.0/8', '192.168.0.0/16'), allowGroup('sg-1')]
  const { verdicts } = check.judge({ ...standard, ingress }, circumstances()) as {
    verdicts: readonly Verdict[]
  }
  deepEqual(
    verdicts.map(({ sentence }) => sentence),
    ['sg-1 (default) of vpc-1 has 3 inbound and 1 outbound rules.'],
  )
})
