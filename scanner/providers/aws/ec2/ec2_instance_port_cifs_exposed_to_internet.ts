import { exposedPort } from './exposed-port.ts'

export default exposedPort({
  id: 'ec2_instance_port_cifs_exposed_to_internet',
  what: 'CIFS',
  ports: { tcp: [139, 445], udp: [137, 138] },
  risk: 'File sharing over SMB is what worms and ransomware look for first; a reachable share invites stolen files and the takeover of the machine.',
})
