import { fail, pass } from '../../../kit/index.ts'
import { label } from './label.ts'
import { check } from './resources.ts'
import { count } from './rules.ts'

export default check({
  id: 'ec2_securitygroup_default_restrict_traffic',
  title: 'Default security group has no rules',
  description:
    'Reads the inbound and outbound rules of the security group named default, which AWS creates in each VPC.',
  risk: 'Resources launched without a security group get the default group. Its original rules allow traffic between members and all outbound traffic.',
  decision:
    'Passes if the default group has neither inbound nor outbound rules. Fails if it has any, including the rules that AWS created, whether or not a resource uses the group. Groups with another name give no finding.',
  fix: {
    text: 'Give every resource its own security group, and then remove all rules from the default group.',
    console: [
      'Open Amazon EC2, choose Network Interfaces, and filter by the default group to see the resources that use it.',
      'For each interface, choose Actions, choose Change security groups, and select another group.',
      'Open Amazon VPC, choose Security groups, and choose the default group.',
      'Choose Edit inbound rules, delete all rules, and choose Save rules. Repeat this under Edit outbound rules.',
    ],
    cli: 'aws ec2 revoke-security-group-ingress --group-id <id> --security-group-rule-ids <inbound rule> && aws ec2 revoke-security-group-egress --group-id <id> --security-group-rule-ids <outbound rule>',
    terraform: `# Without rule blocks, Terraform removes all rules.
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
