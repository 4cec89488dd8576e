import { exposedPort } from './exposed-port.ts'

export default exposedPort({
  id: 'ec2_instance_port_ssh_exposed_to_internet',
  what: 'SSH',
  ports: { tcp: [22] },
  risk: 'Every SSH port on the internet is tried around the clock; one weak password, one leaked key or one flaw gives a shell.',
})
