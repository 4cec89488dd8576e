import { fail, pass } from '../../../kit/index.ts'
import { label } from './label.ts'
import { check } from './resources.ts'

export default check({
  id: 'ec2_securitygroup_from_launch_wizard',
  title: 'Security group was not made by the launch wizard',
  risk: 'The wizard’s groups often open SSH or RDP to everyone, and a name with a number tells nobody what they are for.',
  fix: {
    text: 'Make a group with a purpose and a name for it, move the instances there, and delete the wizard’s.',
    cli: 'aws ec2 modify-instance-attribute --instance-id <id> --groups <group id>',
    url: 'https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/changing-security-group.html',
  },
  source: 'https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/ec2-security-groups.html',
  over: 'securityGroups',
  needs: [],
  judge: ({ group_id, name }) =>
    name.startsWith('launch-wizard-')
      ? fail(`${label(group_id, name)} was made by the launch wizard.`)
      : pass(`${label(group_id, name)} was not made by the launch wizard.`),
})
