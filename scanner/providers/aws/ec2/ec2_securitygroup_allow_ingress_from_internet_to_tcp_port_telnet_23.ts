import { groupIngress } from './group-ingress.ts'

export default groupIngress({
  id: 'ec2_securitygroup_allow_ingress_from_internet_to_tcp_port_telnet_23',
  what: 'Telnet',
  ports: { tcp: [23] },
  risk: 'Sessions behind this rule can be overheard word for word, and devices with default passwords are taken within minutes.',
})
