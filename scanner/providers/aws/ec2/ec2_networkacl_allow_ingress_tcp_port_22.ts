import { aclPort } from './acl-ingress.ts'

export default aclPort({
  id: 'ec2_networkacl_allow_ingress_tcp_port_22',
  what: 'SSH',
  port: 22,
  risk: 'The network ACL is the second wall: when it lets everyone through to SSH, one careless security group in its subnets is enough.',
})
