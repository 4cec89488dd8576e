import { exposedPort } from './exposed-port.ts'

export default exposedPort({
  id: 'ec2_instance_port_memcached_exposed_to_internet',
  what: 'Memcached',
  ports: { tcp: [11211], udp: [11211] },
  risk: 'Memcached requires no password by default. Anonymous users can read and replace cached sessions and records, and UDP allows strong amplification attacks.',
})
