import { exposedPort } from './exposed-port.ts'

export default exposedPort({
  id: 'ec2_instance_port_telnet_exposed_to_internet',
  what: 'Telnet',
  ports: { tcp: [23] },
  risk: 'Telnet carries passwords and everything typed in the clear, and botnets spread by trying its default passwords.',
})
