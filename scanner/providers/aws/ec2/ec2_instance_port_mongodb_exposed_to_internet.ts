import { exposedPort } from './exposed-port.ts'

export default exposedPort({
  id: 'ec2_instance_port_mongodb_exposed_to_internet',
  what: 'MongoDB',
  ports: { tcp: [27017, 27018] },
  risk: 'Databases of MongoDB on the internet are copied, emptied and held to ransom by machines that do nothing else.',
})
