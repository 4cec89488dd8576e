import { groupIngress } from './group-ingress.ts'

export default groupIngress({
  id: 'ec2_securitygroup_allow_ingress_from_internet_to_tcp_port_ftp_20_21',
  what: 'FTP',
  ports: { tcp: [20, 21] },
  risk: 'FTP sends passwords in plaintext, so attackers can intercept sessions as well as attack the server.',
})
