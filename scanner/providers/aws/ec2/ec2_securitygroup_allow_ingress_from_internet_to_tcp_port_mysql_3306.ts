import { groupIngress } from './group-ingress.ts'

export default groupIngress({
  id: 'ec2_securitygroup_allow_ingress_from_internet_to_tcp_port_mysql_3306',
  what: 'MySQL',
  ports: { tcp: [3306] },
  risk: 'The internet can guess passwords for databases that use this group and exploit their vulnerabilities.',
})
