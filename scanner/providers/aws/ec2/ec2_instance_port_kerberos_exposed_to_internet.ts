import { exposedPort } from './exposed-port.ts'

export default exposedPort({
  id: 'ec2_instance_port_kerberos_exposed_to_internet',
  what: 'Kerberos',
  ports: { tcp: [88, 464, 749, 750], udp: [88, 464, 750] },
  risk: 'Attackers can enumerate accounts, collect tickets to crack offline, and guess passwords for the whole directory.',
})
