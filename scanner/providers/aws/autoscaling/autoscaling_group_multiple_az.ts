import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'autoscaling_group_multiple_az',
  title: 'Auto Scaling group spans multiple Availability Zones',
  description: 'Counts the Availability Zones in which each group can launch instances.',
  risk: 'If the only zone fails, the group cannot launch replacements and the service is unavailable until the zone recovers.',
  decision:
    'Fails if the group is in one zone, and passes if it is in two or more. Groups that are being deleted give no finding. The number of instances in each zone is not evaluated.',
  fix: {
    text: 'Add subnets in at least one more Availability Zone to the group.',
    console: [
      'Open EC2, choose Auto Scaling Groups, and choose the group.',
      'On the Details tab, under Network, choose Edit.',
      'Select a subnet in another Availability Zone, and choose Update.',
    ],
    cli: 'aws autoscaling update-auto-scaling-group --auto-scaling-group-name <group> --vpc-zone-identifier <subnets in use>,<subnet in another zone>',
    terraform: `resource "aws_autoscaling_group" "web" {
  name                = "web"
  min_size            = 2
  max_size            = 6
  vpc_zone_identifier = [aws_subnet.private_a.id, aws_subnet.private_b.id]

  launch_template {
    id = aws_launch_template.web.id
  }
}`,
  },
  source: 'https://docs.aws.amazon.com/autoscaling/ec2/userguide/auto-scaling-benefits.html',
  links: ['https://docs.aws.amazon.com/autoscaling/ec2/userguide/as-add-availability-zone.html'],
  over: 'groups',
  needs: [],
  judge: ({ name, zones }) => {
    const list = zones.join(', ') || 'no zone'
    return new Set(zones).size > 1
      ? pass(`The Auto Scaling group ${name} spans ${list}.`)
      : fail(`The Auto Scaling group ${name} is limited to ${list}.`)
  },
})
