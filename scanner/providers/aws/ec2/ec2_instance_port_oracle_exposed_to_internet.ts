import { exposedPort } from './exposed-port.ts'

export default exposedPort({
  id: 'ec2_instance_port_oracle_exposed_to_internet',
  what: 'Oracle',
  ports: { tcp: [1521, 2483, 2484] },
  risk: 'An exposed listener reveals versions and service names, accepts password guesses, and has a history of vulnerabilities that need no password.',
})
