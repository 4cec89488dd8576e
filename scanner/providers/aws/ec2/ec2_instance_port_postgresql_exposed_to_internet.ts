import { exposedPort } from './exposed-port.ts'

export default exposedPort({
  id: 'ec2_instance_port_postgresql_exposed_to_internet',
  what: 'PostgreSQL',
  ports: { tcp: [5432] },
  risk: 'Password guessing against PostgreSQL never stops on the internet, and a superuser’s session can run programs on the machine.',
})
