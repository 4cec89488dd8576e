import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './ec2_securitygroup_allow_wide_open_public_ipv4.ts'
import { allow, securityGroup } from './worlds.ts'

verify(check, {
  pass: [
    securityGroup(),
    securityGroup({ ingress: [allow('tcp', 22, '8.8.8.0/24', '2600:1f18::/32', '172.16.0.0/12')] }),
  ],
  fail: [
    securityGroup({ ingress: [allow('tcp', 22, '8.8.0.0/16')] }),
    securityGroup({ egress: [allow('tcp', 22, '0.0.0.0/1')] }),
  ],
  unread: [
    securityGroup({ ingress: unread('broken_answer') }),
    securityGroup({ egress: unread('broken_answer') }),
  ],
})
