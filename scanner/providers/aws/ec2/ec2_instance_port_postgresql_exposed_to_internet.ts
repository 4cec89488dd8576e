import { exposedPort } from './exposed-port.ts'

export default exposedPort({
  id: 'ec2_instance_port_postgresql_exposed_to_internet',
  what: 'PostgreSQL',
  ports: { tcp: [5432] },
  risk: 'Attackers constantly guess PostgreSQL passwords, and a superuser session can run programs on the machine.',
})
