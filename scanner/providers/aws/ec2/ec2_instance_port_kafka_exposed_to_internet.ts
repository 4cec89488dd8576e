import { exposedPort } from './exposed-port.ts'

export default exposedPort({
  id: 'ec2_instance_port_kafka_exposed_to_internet',
  what: 'Kafka',
  ports: { tcp: [9092] },
  risk: 'A broker without authentication hands every topic to whoever asks and takes forged messages into the systems behind it.',
})
