import { exposedPort } from './exposed-port.ts'

export default exposedPort({
  id: 'ec2_instance_port_ftp_exposed_to_internet',
  what: 'FTP',
  ports: { tcp: [20, 21] },
  risk: 'FTP sends names, passwords and files in the clear, and reachable servers are tried with every common password all day.',
})
