import { exposedPort } from './exposed-port.ts'

export default exposedPort({
  id: 'ec2_instance_port_mysql_exposed_to_internet',
  what: 'MySQL',
  ports: { tcp: [3306] },
  risk: 'Attackers can guess passwords or exploit an unpatched vulnerability to read, change or delete all data in the database.',
})
