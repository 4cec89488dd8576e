import { exposedPort } from './exposed-port.ts'

export default exposedPort({
  id: 'ec2_instance_port_mongodb_exposed_to_internet',
  what: 'MongoDB',
  ports: { tcp: [27017, 27018] },
  risk: 'Automated attacks find exposed MongoDB databases, copy or delete their data, and demand a ransom.',
})
