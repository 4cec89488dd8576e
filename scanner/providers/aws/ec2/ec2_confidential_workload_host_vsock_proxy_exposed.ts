import { fail, manual, pass } from '../../../kit/index.ts'
import { hostLabel, hostOpenings, portsOf } from './enclave-hosts.ts'
import { anyReach, prefixListJoin, reachOf } from './openings.ts'
import { check } from './resources.ts'

const proxies: readonly string[] = []

export default check({
  id: 'ec2_confidential_workload_host_vsock_proxy_exposed',
  title: 'Host of enclaves keeps its proxy closed to the internet',
  description:
    'Takes the instances that may run Nitro Enclaves, and reads whether the ports on which a proxy of the host passes traffic on to the enclave are open to the internet.',
  risk: 'The proxy is the enclave’s only door: everyone who reaches it talks to what is inside, and can try its parser and its patience.',
  decision:
    'Judges instances that were started with enclave support; others give no finding. EC2 does not say on which ports a proxy listens: they are named in `enclave_vsock_ports` (none unless configured). Fails when the security groups of one of its interfaces, alone or together, open one of them, TCP or UDP, to an eighth or more of the public IPv4 addresses or of 2000::/3. Without configured ports the host passes when its groups open nothing to the internet, and is MANUAL when they open anything.',
  fix: {
    text: 'Let only the clients of the enclave reach the proxy’s port, and tell the scan which port it is.',
    console: [
      'Open the EC2 console, choose Instances, and select the host.',
      'On the tab Security, open the security group that the finding names, and choose Edit inbound rules.',
      'Set the source of the rule for the proxy’s port to the security group of its clients.',
      'Choose Save rules.',
    ],
    cli: "aws ec2 modify-security-group-rules --group-id <group id> --security-group-rules 'SecurityGroupRuleId=<rule id>,SecurityGroupRule={IpProtocol=tcp,FromPort=<port>,ToPort=<port>,ReferencedGroupId=<client group id>}'",
    terraform: `resource "aws_vpc_security_group_ingress_rule" "proxy" {
  security_group_id            = aws_security_group.enclave_host.id
  referenced_security_group_id = aws_security_group.clients.id
  ip_protocol                  = "tcp"
  from_port                    = 9000
  to_port                      = 9000
}`,
  },
  source: 'https://docs.aws.amazon.com/enclaves/latest/user/nitro-enclave-concepts.html',
  links: ['https://docs.aws.amazon.com/vpc/latest/userguide/security-group-rules.html'],
  over: 'instances',
  needs: ['enclaves', 'interfaces'],
  config: { enclave_vsock_ports: proxies },
  with: { securityGroups: { by: 'group_id', fields: ['ingress'] }, ...prefixListJoin },
  judge: (instance, { config, joined }) => {
    if (!instance.enclaves) return []
    const ports = portsOf('enclave_vsock_ports', config.enclave_vsock_ports)
    const reach = ports.length > 0 ? reachOf({ tcp: ports, udp: ports }) : anyReach
    const open = hostOpenings(instance.interfaces, reach, joined)
    const host = hostLabel(instance)
    if (open.length === 0) return pass(`${host} keeps its proxy closed to the internet.`)
    return ports.length > 0
      ? fail(`${host} opens its proxy: ${open.join('; ')}.`)
      : manual(`${host} opens ${open.join('; ')}; whether a proxy listens there only you know.`)
  },
})
