import { groupIngress } from './group-ingress.ts'

export default groupIngress({
  id: 'ec2_securitygroup_allow_ingress_from_internet_to_tcp_port_sql_server_1433_1434',
  what: 'SQL Server',
  ports: { tcp: [1433, 1434] },
  risk: 'The SQL Server administrator account has a well-known name, so an attacker only has to guess its password.',
})
