import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'autoscaling_group_capacity_rebalance_enabled',
  title: 'Auto Scaling group replaces Spot machines before they are taken',
  description:
    'Reads whether each group that uses Spot machines starts a replacement when AWS says that one may soon be taken away.',
  risk: 'Spot machines end two minutes after their notice, and what they were doing ends with them before another one is up.',
  decision:
    'Passes when capacity rebalancing is on, and fails when it is not, in groups whose mixed instances policy leaves less than 100 per cent of the capacity beyond the base to On-Demand. All other groups, and those that are being deleted, give no finding; a launch template that asks for Spot by itself is not seen.',
  fix: {
    text: 'Turn on capacity rebalancing of the group.',
    console: [
      'Open EC2, choose Auto Scaling Groups, and choose the group.',
      'On the tab Details, under Allocation strategies or Instance type requirements, choose Edit.',
      'Turn on Capacity rebalance, then choose Update.',
    ],
    cli: 'aws autoscaling update-auto-scaling-group --auto-scaling-group-name <group> --capacity-rebalance',
    terraform: `resource "aws_autoscaling_group" "web" {
  name                = "web"
  min_size            = 2
  max_size            = 6
  capacity_rebalance  = true
  vpc_zone_identifier = var.private_subnet_ids

  mixed_instances_policy {
    instances_distribution {
      on_demand_percentage_above_base_capacity = 50
    }
    launch_template {
      launch_template_specification {
        launch_template_id = aws_launch_template.web.id
      }
    }
  }
}`,
  },
  source:
    'https://docs.aws.amazon.com/autoscaling/ec2/userguide/ec2-auto-scaling-capacity-rebalancing.html',
  over: 'groups',
  needs: [],
  judge: ({ name, mixed, capacity_rebalance: rebalances }) => {
    if (!mixed || mixed.on_demand_percentage >= 100) return []
    return rebalances
      ? pass(`The Auto Scaling group ${name} replaces Spot machines before they are taken.`)
      : fail(`The Auto Scaling group ${name} waits until its Spot machines are taken.`)
  },
})
