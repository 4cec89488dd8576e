import { exposedPort } from './exposed-port.ts'

export default exposedPort({
  id: 'ec2_instance_port_mysql_exposed_to_internet',
  what: 'MySQL',
  ports: { tcp: [3306] },
  risk: 'A database that answers the internet is one guessed password or one unpatched flaw away from losing everything in it.',
})
