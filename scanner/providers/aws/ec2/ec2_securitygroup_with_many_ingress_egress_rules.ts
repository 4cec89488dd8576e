import { fail, pass } from '../../../kit/index.ts'
import { label } from './label.ts'
import { check } from './resources.ts'
import { count } from './rules.ts'

export default check({
  id: 'ec2_securitygroup_with_many_ingress_egress_rules',
  title: 'Security group does not exceed the maximum number of rules',
  description:
    'Counts the inbound and outbound rules of each security group: one for each range, prefix list or group in a rule.',
  risk: 'Groups with many rules are hard to review, so incorrect and obsolete rules remain unnoticed.',
  decision:
    'Fails if the number of inbound rules or the number of outbound rules, counted separately, exceeds `max_security_group_rules` (50 by default). Passes otherwise. A prefix list counts once, regardless of the number of ranges in it.',
  fix: {
    text: 'Split the group by purpose, and combine IP ranges in a prefix list.',
    console: [
      'Open Amazon VPC, choose Managed prefix lists, choose Create prefix list, and enter the ranges that belong together.',
      'Choose Security groups, choose the group, and choose Edit inbound rules.',
      'Add one rule with the prefix list as its source, delete the rules that it replaces, and choose Save rules.',
      'If the rules serve several purposes, create a group for each purpose and attach the groups that are needed.',
    ],
    cli: 'aws ec2 create-managed-prefix-list --prefix-list-name <name> --address-family IPv4 --max-entries <number> --entries Cidr=<range>',
    terraform: `resource "aws_ec2_managed_prefix_list" "offices" {
  name           = "offices"
  address_family = "IPv4"
  max_entries    = 10
  entry {
    cidr = "10.20.0.0/16"
  }
}

resource "aws_vpc_security_group_ingress_rule" "from_offices" {
  security_group_id = aws_security_group.app.id
  prefix_list_id    = aws_ec2_managed_prefix_list.offices.id
  ip_protocol       = "tcp"
  from_port         = 443
  to_port           = 443
}`,
    url: 'https://docs.aws.amazon.com/vpc/latest/userguide/managed-prefix-lists.html',
  },
  source: 'https://docs.aws.amazon.com/vpc/latest/userguide/amazon-vpc-limits.html',
  over: 'securityGroups',
  needs: ['ingress', 'egress'],
  config: { max_security_group_rules: 50 },
  judge: ({ group_id, name, ingress, egress }, { config }) => {
    const inbound = count(ingress)
    const outbound = count(egress)
    const max = config.max_security_group_rules
    const said = `${label(group_id, name)} has ${inbound} inbound and ${outbound} outbound rules`
    return Math.max(inbound, outbound) > max
      ? fail(`${said}, more than ${max}.`)
      : pass(`${said}, at most ${max} each.`)
  },
})
