import { groupIngress } from './group-ingress.ts'

export default groupIngress({
  id: 'ec2_securitygroup_allow_ingress_from_internet_to_tcp_port_telnet_23',
  what: 'Telnet',
  ports: { tcp: [23] },
  risk: 'Attackers can read Telnet sessions in plaintext, and take over devices with default passwords within minutes.',
})
