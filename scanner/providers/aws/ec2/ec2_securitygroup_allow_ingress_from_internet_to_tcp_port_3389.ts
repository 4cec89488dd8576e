import { groupIngress } from './group-ingress.ts'

export default groupIngress({
  id: 'ec2_securitygroup_allow_ingress_from_internet_to_tcp_port_3389',
  what: 'RDP',
  ports: { tcp: [3389] },
  risk: 'Whatever carries this group shows its remote desktop to everyone, and remote desktops are a favourite door of ransomware.',
  source: 'https://docs.aws.amazon.com/securityhub/latest/userguide/ec2-controls.html#ec2-14',
})
