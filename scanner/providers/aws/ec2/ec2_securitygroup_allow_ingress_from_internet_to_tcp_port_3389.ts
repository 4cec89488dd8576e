import { groupIngress } from './group-ingress.ts'

export default groupIngress({
  id: 'ec2_securitygroup_allow_ingress_from_internet_to_tcp_port_3389',
  what: 'RDP',
  ports: { tcp: [3389] },
  risk: 'Every resource that uses this group exposes its remote desktop to the internet. Ransomware often enters through exposed remote desktops.',
  source: 'https://docs.aws.amazon.com/securityhub/latest/userguide/ec2-controls.html#ec2-14',
})
