import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'autoscaling_group_multiple_az',
  title: 'Auto Scaling group spans more than one availability zone',
  description: 'Counts the availability zones in which each group may start machines.',
  risk: 'When the one zone fails, the group has nowhere to start replacements, and the service is gone until the zone is back.',
  decision:
    'Fails when the group is in one zone, and passes when it is in two or more. Groups that are being deleted give no finding. How many machines run in each zone is not looked at.',
  fix: {
    text: 'Add subnets of at least one more availability zone to the group.',
    console: [
      'Open EC2, choose Auto Scaling Groups, and choose the group.',
      'On the tab Details, under Network, choose Edit.',
      'Select a subnet of another availability zone, then choose Update.',
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
      : fail(`The Auto Scaling group ${name} is confined to ${list}.`)
  },
})
