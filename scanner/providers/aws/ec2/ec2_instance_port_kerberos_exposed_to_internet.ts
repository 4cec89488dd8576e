import { exposedPort } from './exposed-port.ts'

export default exposedPort({
  id: 'ec2_instance_port_kerberos_exposed_to_internet',
  what: 'Kerberos',
  ports: { tcp: [88, 464, 749, 750], udp: [88, 464, 750] },
  risk: 'A reachable Kerberos service lets strangers enumerate accounts, collect tickets to crack offline, and guess passwords against the whole directory.',
})
