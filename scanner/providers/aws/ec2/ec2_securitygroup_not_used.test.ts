import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './ec2_securitygroup_not_used.ts'
import { allowGroup, securityGroup } from './worlds.ts'

const unused = securityGroup({ attachments: [] })

verify(check, {
  pass: [
    securityGroup(),
    securityGroup({ attachments: [], templates: ['lt-1'] }),
    securityGroup({ attachments: [], functions: ['a', 'b', 'c', 'd'] }),
    securityGroup({ attachments: [], referrers: ['sg-2'] }),
  ],
  fail: [
    unused,
    // A group that allows its own members is still unused.
    { ...unused, ingress: [allowGroup('sg-1')] },
  ],
  none: [securityGroup({ name: 'default', attachments: [] })],
  unread: [
    securityGroup({ attachments: unread('UnauthorizedOperation') }),
    securityGroup({ templates: unread('UnauthorizedOperation') }),
    securityGroup({ functions: unread('AccessDeniedException') }),
    securityGroup({ referrers: unread('UnauthorizedOperation') }),
  ],
})
