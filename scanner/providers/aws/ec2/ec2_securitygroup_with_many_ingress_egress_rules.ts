import { fail, pass } from '../../../kit/index.ts'
import { label } from './label.ts'
import { check } from './resources.ts'
import { count } from './rules.ts'

export default check({
  id: 'ec2_securitygroup_with_many_ingress_egress_rules',
  title: 'Security group has few enough rules to be understood',
  description:
    'Counts the inbound and the outbound rules of each security group, one for each range, prefix list or group that they name.',
  risk: 'Among very many rules nobody sees the one that is wrong, and nobody dares to remove any.',
  decision:
    'Fails when the inbound rules or the outbound ones, each counted alone, are more than `max_security_group_rules`, 50 unless configured. Passes otherwise. A prefix list counts once, however many ranges it holds.',
  fix: {
    text: 'Split the group by purpose, and name many ranges by a prefix list.',
    console: [
      'Open Amazon VPC, choose Managed prefix lists, then Create prefix list, and enter the ranges that belong together.',
      'Choose Security groups, then the group, and Edit inbound rules.',
      'Add one rule with the prefix list as its source, delete the rules that it stands for, and choose Save rules.',
      'Where rules serve several purposes, make a group for each and attach those that are needed.',
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
