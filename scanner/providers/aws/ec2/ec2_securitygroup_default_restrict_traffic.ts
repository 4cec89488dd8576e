import { fail, pass } from '../../../kit/index.ts'
import { label } from './label.ts'
import { check } from './resources.ts'

export default check({
  id: 'ec2_securitygroup_default_restrict_traffic',
  title: 'Default security group lets nothing through',
  risk: 'What is started without naming a group gets the default one: its rules then apply to machines nobody chose them for.',
  fix: {
    text: 'Give every resource a group of its own, then remove all rules of the default group.',
    cli: 'aws ec2 revoke-security-group-ingress --group-id <id> --security-group-rule-ids <rule id>',
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
      : fail(`${it} has ${ingress.length} inbound and ${egress.length} outbound rules.`)
  },
})
