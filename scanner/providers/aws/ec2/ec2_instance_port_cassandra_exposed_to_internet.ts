import { exposedPort } from './exposed-port.ts'

export default exposedPort({
  id: 'ec2_instance_port_cassandra_exposed_to_internet',
  what: 'Cassandra',
  ports: { tcp: [7000, 7001, 7199, 9042, 9160] },
  risk: 'Cassandra trusts its peers and often runs without passwords. Anyone who can reach its ports can read and change data, or join the cluster as a node.',
})
