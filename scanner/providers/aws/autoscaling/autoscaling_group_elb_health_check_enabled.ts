import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'autoscaling_group_elb_health_check_enabled',
  title: 'Auto Scaling group has load balancer health checks enabled',
  description:
    'Reads whether each group behind a load balancer uses the health checks of the load balancer.',
  risk: 'An instance that runs but returns errors stays in the group, because EC2 reports it as healthy.',
  decision:
    'Passes if the health check type of a group with a load balancer or target group includes ELB, and fails if it does not. Groups without a load balancer or target group, and groups that are being deleted, give no finding.',
  fix: {
    text: 'Enable Elastic Load Balancing health checks for the group.',
    console: [
      'Open EC2, choose Auto Scaling Groups, and choose the group.',
      'On the Details tab, under Health checks, choose Edit.',
      'Turn on Elastic Load Balancing health checks, and choose Update.',
    ],
    cli: 'aws autoscaling update-auto-scaling-group --auto-scaling-group-name <group> --health-check-type ELB --health-check-grace-period 300',
    terraform: `resource "aws_autoscaling_group" "web" {
  name                      = "web"
  min_size                  = 2
  max_size                  = 6
  target_group_arns         = [aws_lb_target_group.web.arn]
  health_check_type         = "ELB"
  health_check_grace_period = 300
  vpc_zone_identifier       = var.private_subnet_ids

  launch_template {
    id = aws_launch_template.web.id
  }
}`,
  },
  source: 'https://docs.aws.amazon.com/autoscaling/ec2/userguide/health-checks-overview.html',
  over: 'groups',
  needs: [],
  judge: ({ name, load_balanced: balanced, health_checks: checks }) => {
    if (!balanced) return []
    return checks.includes('ELB')
      ? pass(`The Auto Scaling group ${name} uses load balancer health checks.`)
      : fail(`The Auto Scaling group ${name} uses only the health checks of ${checks.join(', ')}.`)
  },
})
