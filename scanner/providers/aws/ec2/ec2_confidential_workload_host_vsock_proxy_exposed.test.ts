import { unread } from '../../../kit/index.ts'
import { given, verify } from '../../../kit/verify.ts'
import check from './ec2_confidential_workload_host_vsock_proxy_exposed.ts'
import type { Rule } from './resources.ts'
import { allow, allowList, instance, securityGroup } from './worlds.ts'

const host = instance({ enclaves: true })
const behind = (ingress: readonly Rule[], ports: readonly string[] = [], record = host) =>
  given(record, {
    joined: { securityGroups: [securityGroup({ ingress })] },
    config: { enclave_vsock_ports: ports },
  })

verify(check, {
  pass: [
    behind([allow('tcp', 9000, '10.0.0.0/8')]),
    behind([allow('tcp', 443, '0.0.0.0/0')], ['9000']),
  ],
  fail: [
    behind([allow('tcp', 9000, '0.0.0.0/0')], ['8000', '9000']),
    behind([allow('-1', null, '::/0')], ['9000']),
  ],
  manual: [behind([allow('tcp', 9000, '0.0.0.0/0')])],
  none: [behind([allow('tcp', 9000, '0.0.0.0/0')], ['9000'], instance())],
  unread: [
    instance({ enclaves: unread('broken_answer') }),
    instance({ enclaves: true, interfaces: unread('broken_answer') }),
    given(host, { joined: { securityGroups: unread('UnauthorizedOperation') } }),
    given(host, {
      joined: {
        securityGroups: [securityGroup({ ingress: [allowList('tcp', 9000, 'pl-1')] })],
        prefixLists: unread('UnauthorizedOperation'),
      },
    }),
  ],
})
