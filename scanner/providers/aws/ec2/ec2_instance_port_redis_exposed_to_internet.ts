import { exposedPort } from './exposed-port.ts'

export default exposedPort({
  id: 'ec2_instance_port_redis_exposed_to_internet',
  what: 'Redis',
  ports: { tcp: [6379] },
  risk: 'Redis was built for trusted networks: without a password a stranger reads and writes every key, and can write files that make the machine theirs.',
})
