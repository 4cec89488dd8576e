import { groupIngress } from './group-ingress.ts'

export default groupIngress({
  id: 'ec2_securitygroup_allow_ingress_from_internet_to_tcp_port_redis_6379',
  what: 'Redis',
  ports: { tcp: [6379] },
  risk: 'Redis expects a trusted network. This rule exposes it to the internet, where an attacker can use a session to get a shell.',
})
