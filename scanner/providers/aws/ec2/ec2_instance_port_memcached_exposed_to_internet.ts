import { exposedPort } from './exposed-port.ts'

export default exposedPort({
  id: 'ec2_instance_port_memcached_exposed_to_internet',
  what: 'Memcached',
  ports: { tcp: [11211], udp: [11211] },
  risk: 'By default Memcached asks nobody for a password: cached sessions and records can be read and replaced, and over UDP it is among the strongest amplifiers of attacks.',
})
