import { exposedPort } from './exposed-port.ts'

export default exposedPort({
  id: 'ec2_instance_port_redis_exposed_to_internet',
  what: 'Redis',
  ports: { tcp: [6379] },
  risk: 'Redis is designed for trusted networks. Without a password, anonymous users can read and write every key, and can write files that give them control of the machine.',
})
