import { fail, pass } from '../../../kit/index.ts'
import { hostLabel, hostOpenings, portsOf, reachBeyond } from './enclave-hosts.ts'
import { prefixListJoin } from './openings.ts'
import { check } from './resources.ts'

const allowed: readonly string[] = []

export default check({
  id: 'ec2_confidential_workload_host_unrestricted_ingress',
  title: 'Host of enclaves lets nothing in from the internet',
  description:
    'Takes the instances that may run Nitro Enclaves, and reads whether a security group of theirs opens any port to the whole internet.',
  risk: 'Whoever takes over the host sits between the enclave and the world: they can stop it, starve it, replay requests to it and ask for its secrets in its name.',
  decision:
    'Judges instances that were started with enclave support; others give no finding. Fails when the groups of one of their interfaces, alone or together, let in an eighth or more of the public IPv4 addresses or of 2000::/3, directly or by prefix lists, on anything but TCP or UDP ports in `enclave_sg_allow_ports` (none unless configured). Whether the host has a public address makes no difference. Passes otherwise. A group that is not listed gives a gap in coverage.',
  fix: {
    text: 'Close the host’s security groups to the internet, and let in only the load balancer or the network that brings requests to the enclave.',
    console: [
      'Open the EC2 console, choose Instances, and select the host.',
      'On the tab Security, open the security group that the finding names.',
      'Choose Edit inbound rules, and replace the source 0.0.0.0/0 or ::/0 by the security group of the load balancer.',
      'Choose Save rules; for administration use Session Manager, which needs no open port.',
    ],
    cli: 'aws ec2 revoke-security-group-ingress --group-id <group id> --security-group-rule-ids <rule id>',
    terraform: `resource "aws_vpc_security_group_ingress_rule" "enclave_host" {
  security_group_id            = aws_security_group.enclave_host.id
  referenced_security_group_id = aws_security_group.load_balancer.id
  ip_protocol                  = "tcp"
  from_port                    = 8443
  to_port                      = 8443
}`,
  },
  source: 'https://docs.aws.amazon.com/enclaves/latest/user/nitro-enclave.html',
  links: ['https://docs.aws.amazon.com/vpc/latest/userguide/security-group-rules.html'],
  over: 'instances',
  needs: ['enclaves', 'interfaces'],
  config: { enclave_sg_allow_ports: allowed },
  with: { securityGroups: { by: 'group_id', fields: ['ingress'] }, ...prefixListJoin },
  judge: (instance, { config, joined }) => {
    if (!instance.enclaves) return []
    const reach = reachBeyond(portsOf('enclave_sg_allow_ports', config.enclave_sg_allow_ports))
    const open = hostOpenings(instance.interfaces, reach, joined)
    return open.length > 0
      ? fail(`${hostLabel(instance)} opens ${open.join('; ')}.`)
      : pass(`${hostLabel(instance)} opens nothing to the internet that is not allowed.`)
  },
})
