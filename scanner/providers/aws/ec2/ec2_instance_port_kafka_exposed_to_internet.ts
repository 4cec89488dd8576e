import { exposedPort } from './exposed-port.ts'

export default exposedPort({
  id: 'ec2_instance_port_kafka_exposed_to_internet',
  what: 'Kafka',
  ports: { tcp: [9092] },
  risk: 'A broker without authentication lets anonymous users read every topic and publish forged messages to downstream systems.',
})
