import { groupIngress } from './group-ingress.ts'

export default groupIngress({
  id: 'ec2_securitygroup_allow_ingress_from_internet_to_tcp_port_kafka_9092',
  what: 'Kafka',
  ports: { tcp: [9092] },
  risk: 'Port 9092 is usually the unencrypted listener. Attackers can read messages and send forged messages to every consumer.',
})
