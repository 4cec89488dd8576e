import { groupIngress } from './group-ingress.ts'

export default groupIngress({
  id: 'ec2_securitygroup_allow_ingress_from_internet_to_tcp_port_oracle_1521_2483',
  what: 'Oracle',
  ports: { tcp: [1521, 2483] },
  risk: 'Exposed Oracle listeners reveal their services to anonymous users and accept login attempts.',
})
