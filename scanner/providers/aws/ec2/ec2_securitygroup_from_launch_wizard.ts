import { fail, pass } from '../../../kit/index.ts'
import { label } from './label.ts'
import { check } from './resources.ts'

export default check({
  id: 'ec2_securitygroup_from_launch_wizard',
  title: 'Security group was not made by the launch wizard',
  description:
    'Reads the names of the security groups, and looks for those that the console’s launch wizard makes up.',
  risk: 'The wizard’s groups often open SSH or RDP to everyone, and a name with a number tells nobody what they are for.',
  decision:
    'Fails when the name begins with launch-wizard-. Passes with every other name, also where somebody gave the wizard’s group another while launching. Its rules and what it is attached to make no difference.',
  fix: {
    text: 'Make a group with a purpose and a name for it, move the instances there, and delete the wizard’s.',
    console: [
      'Open Amazon EC2, choose Security Groups, and make a group named for its purpose, with the few rules that it needs.',
      'Under Instances, select each instance of the wizard’s group, and choose Actions, then Security, then Change security groups.',
      'Add the new group, remove the wizard’s, and choose Save.',
      'When nothing uses the wizard’s group any more, select it and choose Actions, then Delete security groups.',
    ],
    cli: 'aws ec2 modify-instance-attribute --instance-id <id> --groups <new group> <other groups that the instance keeps>',
    terraform: `resource "aws_security_group" "orders_api" {
  name        = "orders-api"
  description = "The API for orders, from the load balancer"
  vpc_id      = aws_vpc.main.id
}`,
    url: 'https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/changing-security-group.html',
  },
  source: 'https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/ec2-security-groups.html',
  over: 'securityGroups',
  needs: [],
  judge: ({ group_id, name }) =>
    name.startsWith('launch-wizard-')
      ? fail(`${label(group_id, name)} has a name that the launch wizard gives.`)
      : pass(`${label(group_id, name)} has no name that the launch wizard gives.`),
})
