import { aclPort } from './acl-ingress.ts'

export default aclPort({
  id: 'ec2_networkacl_allow_ingress_tcp_port_3389',
  what: 'RDP',
  port: 3389,
  risk: 'If the network ACL allows RDP from the internet, only security groups protect remote desktops in its subnets.',
})
