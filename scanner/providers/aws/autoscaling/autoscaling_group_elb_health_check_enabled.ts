import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'autoscaling_group_elb_health_check_enabled',
  title: 'Auto Scaling group replaces what its load balancer finds unhealthy',
  description:
    'Reads whether each group behind a load balancer goes by the load balancer’s health checks.',
  risk: 'A machine that runs but answers with errors stays in the group for ever, because EC2 finds it healthy.',
  decision:
    'Passes when the health check type of a group with a load balancer or target group includes ELB, and fails when it does not. Groups without either, and those that are being deleted, give no finding.',
  fix: {
    text: 'Turn on the load balancer’s health checks for the group.',
    console: [
      'Open EC2, choose Auto Scaling Groups, and choose the group.',
      'On the tab Details, under Health checks, choose Edit.',
      'Turn on Elastic Load Balancing health checks, then choose Update.',
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
      ? pass(`The Auto Scaling group ${name} goes by its load balancer’s health checks.`)
      : fail(
          `The Auto Scaling group ${name} goes by the health checks of ${checks.join(', ')} only.`,
        )
  },
})
