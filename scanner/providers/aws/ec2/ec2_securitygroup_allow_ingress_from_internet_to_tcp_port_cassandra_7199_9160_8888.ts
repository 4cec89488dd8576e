import { groupIngress } from './group-ingress.ts'

export default groupIngress({
  id: 'ec2_securitygroup_allow_ingress_from_internet_to_tcp_port_cassandra_7199_9160_8888',
  what: 'Cassandra',
  ports: { tcp: [7199, 9160, 8888] },
  risk: 'The management and client ports of Cassandra expose the data or the configuration of the cluster.',
})
