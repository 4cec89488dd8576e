import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './ec2_securitygroup_allow_ingress_from_internet_to_any_port_from_ip.ts'
import { allow, securityGroup } from './worlds.ts'

verify(check, {
  pass: [
    securityGroup({ ingress: [] }),
    securityGroup({ ingress: [allow('tcp', 22, '10.0.0.0/8', 'fd00::/8')] }),
    // The whole internet is another check's matter.
    securityGroup({ ingress: [allow('tcp', 443, '0.0.0.0/0', '::/0')] }),
  ],
  fail: [
    securityGroup({ ingress: [allow('tcp', 22, '8.8.8.8/32')] }),
    securityGroup({ ingress: [allow('-1', null, '10.0.0.0/8', '2600:1f18::7/128')] }),
  ],
  unread: [securityGroup({ ingress: unread('broken_answer') })],
})
