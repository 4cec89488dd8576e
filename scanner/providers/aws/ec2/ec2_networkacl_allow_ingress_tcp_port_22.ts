import { aclPort } from './acl-ingress.ts'

export default aclPort({
  id: 'ec2_networkacl_allow_ingress_tcp_port_22',
  what: 'SSH',
  port: 22,
  risk: 'If the network ACL allows SSH from the internet, one permissive security group in its subnets exposes SSH.',
})
