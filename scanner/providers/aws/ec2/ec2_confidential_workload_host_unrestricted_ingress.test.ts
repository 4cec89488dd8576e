import { unread } from '../../../kit/index.ts'
import { given, verify } from '../../../kit/verify.ts'
import check from './ec2_confidential_workload_host_unrestricted_ingress.ts'
import type { Rule } from './resources.ts'
import {
  allow,
  allowList,
  instance,
  networkInterface,
  prefixList,
  securityGroup,
} from './worlds.ts'

const host = instance({ enclaves: true })
const behind = (ingress: readonly Rule[], config = {}, record = host) =>
  given(record, {
    joined: {
      securityGroups: [securityGroup({ ingress })],
      prefixLists: [prefixList({ ranges: ['0.0.0.0/0'] })],
    },
    config,
  })

/** Two groups of one interface, each of which allows too little to be the internet. */
const byTwoGroups = (...ranges: readonly [string, string]) =>
  given(
    instance({ enclaves: true, interfaces: [networkInterface({ group_ids: ['sg-1', 'sg-2'] })] }),
    {
      joined: {
        securityGroups: ranges.map((range, n) =>
          securityGroup({ group_id: `sg-${n + 1}`, ingress: [allow('tcp', 443, range)] }),
        ),
        prefixLists: [],
      },
    },
  )

verify(check, {
  pass: [
    behind([]),
    behind([allow('tcp', 443, '10.0.0.0/8')]),
    byTwoGroups('64.0.0.0/4', '10.0.0.0/8'),
    behind([allow('tcp', [443, 444], '0.0.0.0/0')], { enclave_sg_allow_ports: ['443', '444'] }),
  ],
  fail: [
    behind([allow('tcp', 443, '0.0.0.0/0')]),
    behind([allow('-1', null, '::/0')], { enclave_sg_allow_ports: ['443'] }),
    behind([allow('tcp', [443, 444], '0.0.0.0/0')], { enclave_sg_allow_ports: ['443'] }),
    behind([allow('icmp', null, '0.0.0.0/0')]),
    behind([allowList('tcp', 22, 'pl-1')]),
    behind([allow('tcp', 443, '0.0.0.0/1'), allow('tcp', 443, '128.0.0.0/1')]),
    byTwoGroups('64.0.0.0/4', '80.0.0.0/4'),
  ],
  none: [behind([allow('tcp', 22, '0.0.0.0/0')], {}, instance())],
  unread: [
    instance({ enclaves: unread('broken_answer') }),
    instance({ enclaves: true, interfaces: unread('broken_answer') }),
    given(host, { joined: { securityGroups: unread('UnauthorizedOperation') } }),
    given(host, {
      joined: {
        securityGroups: [securityGroup({ ingress: [allowList('tcp', 22, 'pl-1')] })],
        prefixLists: unread('UnauthorizedOperation'),
      },
    }),
    given(host, { joined: { securityGroups: [] } }),
  ],
})
