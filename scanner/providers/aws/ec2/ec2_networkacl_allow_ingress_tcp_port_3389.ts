import { aclPort } from './acl-ingress.ts'

export default aclPort({
  id: 'ec2_networkacl_allow_ingress_tcp_port_3389',
  what: 'RDP',
  port: 3389,
  risk: 'The network ACL is the second wall: when it lets everyone through to remote desktops, only security groups are left to stop them.',
})
