import { groupIngress } from './group-ingress.ts'

export default groupIngress({
  id: 'ec2_securitygroup_allow_ingress_from_internet_to_tcp_port_postgres_5432',
  what: 'PostgreSQL',
  ports: { tcp: [5432] },
  risk: 'Only the strength of its passwords and its patches stand between the internet and a database with this group.',
})
