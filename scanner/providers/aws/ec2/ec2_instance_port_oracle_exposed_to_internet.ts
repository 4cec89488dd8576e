import { exposedPort } from './exposed-port.ts'

export default exposedPort({
  id: 'ec2_instance_port_oracle_exposed_to_internet',
  what: 'Oracle',
  ports: { tcp: [1521, 2483, 2484] },
  risk: 'A reachable listener tells its versions and service names, takes password guesses, and has a long history of flaws that need no password.',
})
