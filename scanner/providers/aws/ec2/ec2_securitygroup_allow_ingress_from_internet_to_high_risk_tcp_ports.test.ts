import { throws } from 'node:assert/strict'
import { test } from 'node:test'
import { ScanProblem, unread } from '../../../kit/index.ts'
import { given, verify } from '../../../kit/verify.ts'
import check from './ec2_securitygroup_allow_ingress_from_internet_to_high_risk_tcp_ports.ts'
import { allow, allowList, prefixList, securityGroup } from './worlds.ts'

const ingress = (...rules: ReturnType<typeof allow>[]) => securityGroup({ ingress: rules })
const byList = ingress(allowList('tcp', 25, 'pl-1'))

verify(check, {
  pass: [
    ingress(),
    ingress(allow('tcp', 443, '0.0.0.0/0')),
    ingress(allow('udp', 5000, '0.0.0.0/0')),
    given(ingress(allow('tcp', 22, '0.0.0.0/0')), { config: { ec2_high_risk_ports: ['25'] } }),
    given(byList, { joined: { prefixLists: [prefixList()] } }),
  ],
  fail: [
    ingress(allow('tcp', 25, '0.0.0.0/0')),
    ingress(allow('tcp', [8000, 8100], '::/0')),
    ingress(allow('-1', null, '0.0.0.0/0')),
    given(ingress(allow('tcp', 6443, '0.0.0.0/0')), { config: { ec2_high_risk_ports: ['6443'] } }),
  ],
  unread: [
    securityGroup({ ingress: unread('broken_answer') }),
    given(byList, { joined: { prefixLists: unread('UnauthorizedOperation') } }),
  ],
})

test('a configured port that is none gives no verdict', () => {
  const around = { now: new Date(), account: '', partition: 'aws', joined: {} }
  for (const text of ['https', '22-25', '70000', '']) {
    throws(
      () => check.judge(ingress(), { ...around, config: { ec2_high_risk_ports: [text] } }),
      ScanProblem,
    )
  }
})
