import { groupIngress } from './group-ingress.ts'

export default groupIngress({
  id: 'ec2_securitygroup_allow_ingress_from_internet_to_tcp_port_22',
  what: 'SSH',
  ports: { tcp: [22] },
  risk: 'Whatever carries this group has its SSH port tried by the whole internet, today or when the group is attached next.',
  source: 'https://docs.aws.amazon.com/securityhub/latest/userguide/ec2-controls.html#ec2-13',
})
