import { fail, pass } from '../../../kit/index.ts'
import { label } from './label.ts'
import { check } from './resources.ts'
import { count } from './rules.ts'

export default check({
  id: 'ec2_securitygroup_default_restrict_traffic',
  title: 'Default security group lets nothing through',
  description:
    'Reads the inbound and outbound rules of the security groups named default, which AWS makes with each VPC.',
  risk: 'What is started without naming a group gets the default one: as AWS makes it, its members reach one another and everything outside.',
  decision:
    'Passes when the default group has neither inbound nor outbound rules. Fails when it has any, also the rules AWS made it with, whether or not something is attached. It has no question about groups with another name.',
  fix: {
    text: 'Give every resource a group of its own, then remove all rules of the default group.',
    console: [
      'Open Amazon EC2, choose Network Interfaces, and filter by the default group to see what uses it.',
      'Give each a group of its own by Actions, then Change security groups.',
      'Open Amazon VPC, choose Security groups, then the default group.',
      'Choose Edit inbound rules, delete all, and choose Save rules; then do the same under Edit outbound rules.',
    ],
    cli: 'aws ec2 revoke-security-group-ingress --group-id <id> --security-group-rule-ids <inbound rule> && aws ec2 revoke-security-group-egress --group-id <id> --security-group-rule-ids <outbound rule>',
    terraform: `# Without blocks for rules, all rules are removed.
resource "aws_default_security_group" "default" {
  vpc_id = aws_vpc.main.id
}`,
    url: 'https://docs.aws.amazon.com/vpc/latest/userguide/default-security-group.html',
  },
  source: 'https://docs.aws.amazon.com/securityhub/latest/userguide/ec2-controls.html#ec2-2',
  over: 'securityGroups',
  needs: ['ingress', 'egress'],
  judge: ({ group_id, name, vpc_id, ingress, egress }) => {
    if (name !== 'default') return [] // the question is about default groups only
    const it = vpc_id ? `${label(group_id, name)} of ${vpc_id}` : label(group_id, name)
    return ingress.length + egress.length === 0
      ? pass(`${it} has no rules.`)
      : fail(`${it} has ${count(ingress)} inbound and ${count(egress)} outbound rules.`)
  },
})
