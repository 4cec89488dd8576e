import { exposedPort } from './exposed-port.ts'

export default exposedPort({
  id: 'ec2_instance_port_rdp_exposed_to_internet',
  what: 'RDP',
  ports: { tcp: [3389], udp: [3389] },
  risk: 'Exposed remote desktops are a common entry point for ransomware, through guessed passwords or vulnerabilities that need no password.',
})
