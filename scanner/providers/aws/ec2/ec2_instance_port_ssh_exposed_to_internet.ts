import { exposedPort } from './exposed-port.ts'

export default exposedPort({
  id: 'ec2_instance_port_ssh_exposed_to_internet',
  what: 'SSH',
  ports: { tcp: [22] },
  risk: 'Attackers constantly try to log in to exposed SSH ports. One weak password, leaked key or vulnerability gives them a shell.',
})
