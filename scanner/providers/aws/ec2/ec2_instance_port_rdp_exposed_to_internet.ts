import { exposedPort } from './exposed-port.ts'

export default exposedPort({
  id: 'ec2_instance_port_rdp_exposed_to_internet',
  what: 'RDP',
  ports: { tcp: [3389], udp: [3389] },
  risk: 'Remote desktops on the internet are among the commonest ways in for ransomware: by guessed passwords, and by flaws that need none.',
})
