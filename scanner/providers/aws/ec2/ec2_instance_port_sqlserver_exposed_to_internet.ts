import { exposedPort } from './exposed-port.ts'

export default exposedPort({
  id: 'ec2_instance_port_sqlserver_exposed_to_internet',
  what: 'SQL Server',
  ports: { tcp: [1433, 1434], udp: [1434] },
  risk: 'Attackers can guess the password of the SQL Server administrator, whose session can run commands on the machine.',
})
