import { exposedPort } from './exposed-port.ts'

export default exposedPort({
  id: 'ec2_instance_port_sqlserver_exposed_to_internet',
  what: 'SQL Server',
  ports: { tcp: [1433, 1434], udp: [1434] },
  risk: 'A reachable SQL Server takes password guesses for its administrator, whose session can run commands on the machine.',
})
