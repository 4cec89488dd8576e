import { groupIngress } from './group-ingress.ts'

export default groupIngress({
  id: 'ec2_securitygroup_allow_ingress_from_internet_to_tcp_port_sql_server_1433_1434',
  what: 'SQL Server',
  ports: { tcp: [1433, 1434] },
  risk: 'The administrator account of SQL Server has a known name, so all that the internet has to guess is its password.',
})
