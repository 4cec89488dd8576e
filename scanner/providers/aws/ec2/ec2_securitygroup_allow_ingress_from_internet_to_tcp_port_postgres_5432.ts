import { groupIngress } from './group-ingress.ts'

export default groupIngress({
  id: 'ec2_securitygroup_allow_ingress_from_internet_to_tcp_port_postgres_5432',
  what: 'PostgreSQL',
  ports: { tcp: [5432] },
  risk: 'Only passwords and patches protect a database that uses this group from the internet.',
})
