import { exposedPort } from './exposed-port.ts'

export default exposedPort({
  id: 'ec2_instance_port_ftp_exposed_to_internet',
  what: 'FTP',
  ports: { tcp: [20, 21] },
  risk: 'FTP sends user names, passwords and files in plaintext, and exposed servers are constant targets of password guessing.',
})
