import { groupIngress } from './group-ingress.ts'

export default groupIngress({
  id: 'ec2_securitygroup_allow_ingress_from_internet_to_tcp_port_22',
  what: 'SSH',
  ports: { tcp: [22] },
  risk: 'The internet can try to log in through SSH to every resource that uses this group, now or when the group is attached later.',
  source: 'https://docs.aws.amazon.com/securityhub/latest/userguide/ec2-controls.html#ec2-13',
})
