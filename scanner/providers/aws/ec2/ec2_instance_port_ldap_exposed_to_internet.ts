import { exposedPort } from './exposed-port.ts'

export default exposedPort({
  id: 'ec2_instance_port_ldap_exposed_to_internet',
  what: 'LDAP',
  ports: { tcp: [389, 636], udp: [389] },
  risk: 'A directory that answers the internet shows who works where, takes password guesses, and over UDP multiplies other people’s attack traffic.',
})
