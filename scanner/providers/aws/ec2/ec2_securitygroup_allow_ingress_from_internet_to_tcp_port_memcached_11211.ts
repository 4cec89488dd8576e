import { groupIngress } from './group-ingress.ts'

export default groupIngress({
  id: 'ec2_securitygroup_allow_ingress_from_internet_to_tcp_port_memcached_11211',
  what: 'Memcached',
  ports: { tcp: [11211] },
  risk: 'Memcached has no password by default, so this rule gives anonymous users access to the cache.',
})
