import { fail, pass } from '../../../kit/index.ts'
import { hostLabel, hostOpenings, portsOf, reachBeyond } from './enclave-hosts.ts'
import { prefixListJoin } from './openings.ts'
import { check } from './resources.ts'

const allowed: readonly string[] = []

export default check({
  id: 'ec2_confidential_workload_host_unrestricted_ingress',
  title: 'Nitro Enclaves parent instance does not allow inbound traffic from the internet',
  description:
    'Reads the security groups of each instance that can run Nitro Enclaves to determine whether they open any port to the internet.',
  risk: 'An attacker who controls the parent instance can stop its enclaves, replay requests to them, or request secrets on their behalf.',
  decision:
    'Fails if the security groups of an interface, alone or together, allow the internet to reach anything except TCP or UDP ports in `enclave_sg_allow_ports` (none by default). The internet means an eighth or more of the public IPv4 addresses, or of 2000::/3, by IP ranges or prefix lists. Passes otherwise. Whether the instance has a public address does not matter. Only instances launched with enclave support are evaluated; other instances give no finding. If a security group is not listed, the check reports a coverage gap instead of a finding.',
  fix: {
    text: 'Close the security groups of the parent instance to the internet. Allow only the load balancer or the network that sends requests to the enclave.',
    console: [
      'Open the EC2 console, choose Instances, and select the parent instance.',
      'On the Security tab, open the security group that the finding names.',
      'Choose Edit inbound rules, and replace the source 0.0.0.0/0 or ::/0 with the security group of the load balancer.',
      'Choose Save rules. For administration, use Session Manager, which needs no open port.',
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
      : pass(`${hostLabel(instance)} opens no ports to the internet beyond the allowed ones.`)
  },
})
