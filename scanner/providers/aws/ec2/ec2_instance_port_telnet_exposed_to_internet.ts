import { exposedPort } from './exposed-port.ts'

export default exposedPort({
  id: 'ec2_instance_port_telnet_exposed_to_internet',
  what: 'Telnet',
  ports: { tcp: [23] },
  risk: 'Telnet sends passwords and session data in plaintext, and botnets spread by trying default passwords.',
})
