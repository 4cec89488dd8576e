import { groupIngress } from './group-ingress.ts'

export default groupIngress({
  id: 'ec2_securitygroup_allow_ingress_from_internet_to_tcp_port_mongodb_27017_27018',
  what: 'MongoDB',
  ports: { tcp: [27017, 27018] },
  risk: 'Attackers scan for exposed MongoDB databases, delete their data and leave a ransom note.',
})
