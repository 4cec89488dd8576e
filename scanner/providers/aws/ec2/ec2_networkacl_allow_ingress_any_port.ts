import { fail, pass } from '../../../kit/index.ts'
import { aclGuide, aclSource, everyPortOpening, through } from './acl-ingress.ts'
import { label } from './label.ts'
import { check } from './resources.ts'

export default check({
  id: 'ec2_networkacl_allow_ingress_any_port',
  title: 'Network ACL does not open all ports to the internet',
  description:
    'Reads the inbound entries of each network ACL in the order of their rule numbers to determine whether they allow the internet to reach every port, alone or together.',
  risk: 'Such an ACL blocks no inbound traffic, so any mistake in a security group of its subnets exposes a resource.',
  decision:
    'Fails if every TCP port from 1 to 65535, or every UDP port, is allowed for an eighth or more of the public IPv4 addresses or of 2000::/3. For each port and address, the matching entry with the lowest rule number decides. Passes otherwise: one closed port of each protocol is sufficient, and protocols without ports do not count. The default ACL fails until it is changed, because it allows all traffic.',
  fix: {
    text: 'Replace the entry with entries for the IP ranges and ports that the subnets serve, and deny all other traffic.',
    console: [
      'Open Amazon VPC, choose Network ACLs, choose the ACL, and then choose the Inbound rules tab.',
      'Choose Edit inbound rules, and add rules for the ports that the subnets serve, such as 443.',
      'Because ACLs are stateless, add a rule for the ephemeral ports 1024 to 65535 from the destinations that the subnets call. Before it, add a rule that denies 3389.',
      'Remove the rule that allows all traffic from 0.0.0.0/0 or ::/0, and choose Save changes.',
    ],
    cli: 'aws ec2 delete-network-acl-entry --network-acl-id <id> --ingress --rule-number <number>',
    terraform: `resource "aws_network_acl" "web" {
  vpc_id     = aws_vpc.main.id
  subnet_ids = [aws_subnet.web.id]

  dynamic "ingress" {
    for_each = { 90 = ["deny", 3389, 3389], 100 = ["allow", 443, 443], 110 = ["allow", 1024, 65535] }
    content {
      rule_no    = ingress.key
      action     = ingress.value[0]
      protocol   = "tcp"
      from_port  = ingress.value[1]
      to_port    = ingress.value[2]
      cidr_block = "0.0.0.0/0"
    }
  }
}`,
    url: aclGuide,
  },
  source: aclSource,
  over: 'networkAcls',
  needs: ['entries'],
  judge: (acl) => {
    const [tcp, udp] = (['tcp', 'udp'] as const).map((it) => everyPortOpening(acl.entries, it))
    const found = [
      ...(tcp?.length ? [through(tcp, 'every tcp port')] : []),
      ...(udp?.length ? [through(udp, 'every udp port')] : []),
    ]
    return found.length > 0
      ? fail(`${label(acl.acl_id, acl.name)} allows ${found.join(', and ')}.`)
      : pass(`${label(acl.acl_id, acl.name)} does not open all ports to the internet.`)
  },
})
