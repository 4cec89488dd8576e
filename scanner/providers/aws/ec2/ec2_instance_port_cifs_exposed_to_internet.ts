import { exposedPort } from './exposed-port.ts'

export default exposedPort({
  id: 'ec2_instance_port_cifs_exposed_to_internet',
  what: 'CIFS',
  ports: { tcp: [139, 445], udp: [137, 138] },
  risk: 'Worms and ransomware scan the internet for SMB file shares. An exposed share can lead to stolen files and a compromised machine.',
})
