import { fail, pass } from '../../../kit/index.ts'
import { aclGuide, aclSource, everyPortOpening, through } from './acl-ingress.ts'
import { label } from './label.ts'
import { check } from './resources.ts'

export default check({
  id: 'ec2_networkacl_allow_ingress_any_port',
  title: 'Network ACL does not open every port to the internet',
  description:
    'Reads the inbound entries of each network ACL in the order of their numbers, to tell whether they let the internet reach every port, one by itself or several together.',
  risk: 'Such an ACL holds nothing back: every mistake in a security group of its subnets is a way in at once.',
  decision:
    'Judged port by port and address by address: the entry with the lowest number that speaks for both decides. Fails when every TCP port from 1 to 65535, or every UDP port, is allowed for an eighth or more of the public IPv4 addresses or of 2000::/3. Passes otherwise; one closed port of each protocol is enough, and protocols without ports do not count. The default ACL, which allows everything until it is changed, fails.',
  fix: {
    text: 'Replace the entry by ones for the ranges and ports that the subnets serve, and let the rest be denied.',
    console: [
      'Open Amazon VPC, choose Network ACLs, then the ACL, and its tab Inbound rules.',
      'Choose Edit inbound rules, and add rules for the ports that the subnets serve, such as 443.',
      'Add one for the ephemeral ports 1024 to 65535 from wherever the subnets call, because ACLs keep no state, and before it one that denies 3389.',
      'Remove the rule that allows everything from 0.0.0.0/0 or ::/0, and choose Save changes.',
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
      ? fail(`${label(acl.acl_id, acl.name)} lets ${found.join(', and ')}.`)
      : pass(`${label(acl.acl_id, acl.name)} does not open every port to the internet.`)
  },
})
