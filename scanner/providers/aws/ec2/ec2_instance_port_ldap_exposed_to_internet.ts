import { exposedPort } from './exposed-port.ts'

export default exposedPort({
  id: 'ec2_instance_port_ldap_exposed_to_internet',
  what: 'LDAP',
  ports: { tcp: [389, 636], udp: [389] },
  risk: 'An exposed directory reveals users and groups and accepts password guesses. Over UDP, it can be abused for amplification attacks.',
})
