import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'autoscaling_group_capacity_rebalance_enabled',
  title: 'Auto Scaling group with Spot Instances has Capacity Rebalancing enabled',
  description:
    'Reads whether each group with Spot Instances starts a replacement when AWS reports an elevated risk of interruption.',
  risk: 'Spot Instances are terminated two minutes after the interruption notice, so work is interrupted before a replacement is ready.',
  decision:
    'Passes if Capacity Rebalancing is enabled, and fails if it is not. Only groups whose mixed instances policy assigns less than 100 percent of the capacity above the base to On-Demand are evaluated. All other groups, and groups that are being deleted, give no finding. A launch template that requests Spot Instances itself is not detected.',
  fix: {
    text: 'Enable Capacity Rebalancing for the group.',
    console: [
      'Open EC2, choose Auto Scaling Groups, and choose the group.',
      'On the Details tab, under Allocation strategies or Instance type requirements, choose Edit.',
      'Turn on Capacity rebalance, and choose Update.',
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
      ? pass(`The Auto Scaling group ${name} has Capacity Rebalancing enabled.`)
      : fail(`The Auto Scaling group ${name} has Capacity Rebalancing disabled.`)
  },
})
