import { fail, manual, pass } from '../../../kit/index.ts'
import { hostLabel, hostOpenings, portsOf } from './enclave-hosts.ts'
import { anyReach, prefixListJoin, reachOf } from './openings.ts'
import { check } from './resources.ts'

const proxies: readonly string[] = []

export default check({
  id: 'ec2_confidential_workload_host_vsock_proxy_exposed',
  title: 'Nitro Enclaves parent instance does not expose its proxy to the internet',
  description:
    'Reads the security groups of each instance that can run Nitro Enclaves to determine whether the ports of a proxy that forwards traffic to the enclave are open to the internet.',
  risk: 'The proxy is the only network path to the enclave. Internet users who can reach it can send arbitrary input to the application inside.',
  decision:
    'Fails if the security groups of an interface, alone or together, open a port in `enclave_vsock_ports` (none by default), TCP or UDP, to the internet. The internet means an eighth or more of the public IPv4 addresses, or of 2000::/3. If no ports are configured, the check passes if the groups open nothing to the internet, and is MANUAL if they open anything, because EC2 does not report the ports of a proxy. Only instances launched with enclave support are evaluated; other instances give no finding.',
  fix: {
    text: 'Allow only the clients of the enclave to reach the proxy port, and set the port in `enclave_vsock_ports`.',
    console: [
      'Open the EC2 console, choose Instances, and select the parent instance.',
      'On the Security tab, open the security group that the finding names, and choose Edit inbound rules.',
      'Set the source of the rule for the proxy port to the security group of its clients.',
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
    if (open.length === 0) return pass(`${host} does not expose its proxy to the internet.`)
    return ports.length > 0
      ? fail(`${host} exposes its proxy: ${open.join('; ')}.`)
      : manual(`${host} opens ${open.join('; ')}; check whether a proxy listens there.`)
  },
})
