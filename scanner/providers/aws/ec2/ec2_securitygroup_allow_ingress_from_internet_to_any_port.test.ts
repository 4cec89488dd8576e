import { unread } from '../../../kit/index.ts'
import { given, verify } from '../../../kit/verify.ts'
import check from './ec2_securitygroup_allow_ingress_from_internet_to_any_port.ts'
import { allow, allowList, prefixList, securityGroup } from './worlds.ts'

const open = [allow('tcp', 443, '0.0.0.0/0')]
const byList = securityGroup({ ingress: [allowList('tcp', 443, 'pl-1')] })
const balancer = { interface_id: 'eni-2', type: 'interface', owner: 'amazon-elb' }
// EC2's format for interfaces of a Network Load Balancer, which has its own security groups since 2023.
const network = { interface_id: 'eni-5', type: 'network_load_balancer', owner: 'amazon-aws' }
const endpoint = { interface_id: 'eni-3', type: 'vpc_endpoint', owner: null }
const machine = { interface_id: 'eni-4', type: 'interface', owner: '123456789012' }

verify(check, {
  pass: [
    securityGroup(),
    securityGroup({ ingress: open, attachments: [balancer, network, endpoint] }),
    given(securityGroup({ ingress: open, attachments: [machine] }), {
      config: { ec2_allowed_instance_owners: ['123456789012'] },
    }),
    given(byList, { joined: { prefixLists: [prefixList()] } }),
  ],
  fail: [
    securityGroup({ ingress: open }),
    securityGroup({ ingress: open, attachments: [] }),
    securityGroup({ ingress: open, attachments: [balancer, machine] }),
    securityGroup({ ingress: [allow('icmp', null, '::/0')], attachments: [machine] }),
    given(securityGroup({ ingress: open, attachments: [endpoint] }), {
      config: { ec2_allowed_interface_types: [] },
    }),
  ],
  unread: [
    securityGroup({ ingress: unread('broken_answer') }),
    securityGroup({ ingress: open, attachments: unread('UnauthorizedOperation') }),
    given(byList, { joined: { prefixLists: unread('UnauthorizedOperation') } }),
  ],
})
