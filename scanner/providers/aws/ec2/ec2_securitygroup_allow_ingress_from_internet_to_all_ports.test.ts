import { unread } from '../../../kit/index.ts'
import { given, verify } from '../../../kit/verify.ts'
import check from './ec2_securitygroup_allow_ingress_from_internet_to_all_ports.ts'
import { allow, allowGroup, allowList, prefixList, securityGroup } from './worlds.ts'

const ingress = (...rules: ReturnType<typeof allow>[]) => securityGroup({ ingress: rules })
const byList = ingress({ ...allowList('-1', 0, 'pl-1'), ports: null })

const around443 = [allow('tcp', [0, 442], '0.0.0.0/0'), allow('tcp', [444, 65_535], '0.0.0.0/0')]

verify(check, {
  pass: [
    ingress(),
    ingress(allow('-1', null, '10.0.0.0/8'), allowGroup('sg-1')),
    ingress(allow('tcp', [1024, 65_535], '0.0.0.0/0')),
    ingress(allow('icmp', null, '0.0.0.0/0')),
    ingress(allow('tcp', [0, 442], '0.0.0.0/0'), allow('tcp', [444, 65_535], '0.0.0.0/0')),
    ingress(allow('tcp', [0, 30_000], '0.0.0.0/0'), allow('udp', [30_001, 65_535], '0.0.0.0/0')),
    given(byList, { joined: { prefixLists: [prefixList()] } }),
    // A prefix list that can open at most one port need not be known.
    given(ingress(allowList('tcp', 443, 'pl-1')), {
      joined: { prefixLists: unread('UnauthorizedOperation') },
    }),
  ],
  fail: [
    ingress(allow('-1', null, '0.0.0.0/0')),
    ingress(allow('-1', null, '::/0')),
    ingress(allow('tcp', [0, 65_535], '0.0.0.0/0')),
    ingress(allow('udp', [1, 65_535], '::/0')),
    ingress(allow('tcp', [0, 30_000], '0.0.0.0/0'), allow('tcp', [30_001, 65_535], '0.0.0.0/0')),
    ingress(allow('tcp', [0, 30_000], '0.0.0.0/0'), allow('tcp', [20_000, 65_535], '::/0')),
    ingress(allow('-1', null, '64.0.0.0/4'), allow('udp', null, '80.0.0.0/4')),
    given(ingress(allowList('tcp', 443, 'pl-1'), ...around443), {
      joined: { prefixLists: [prefixList({ ranges: ['0.0.0.0/0'] })] },
    }),
    given(byList, { joined: { prefixLists: [prefixList({ ranges: ['0.0.0.0/0'] })] } }),
  ],
  unread: [
    securityGroup({ ingress: unread('broken_answer') }),
    given(byList, { joined: { prefixLists: unread('UnauthorizedOperation') } }),
    given(ingress(allowList('tcp', 443, 'pl-1'), ...around443), {
      joined: { prefixLists: unread('UnauthorizedOperation') },
    }),
  ],
})
