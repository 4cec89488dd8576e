import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'autoscaling_group_using_ec2_launch_template',
  title: 'Auto Scaling group starts machines by a launch template',
  description: 'Reads whether each group uses a launch template or the older launch configuration.',
  risk: 'Launch configurations know nothing of newer settings and cannot be changed, so groups keep starting machines as they were secured years ago.',
  decision:
    'Passes when the group has a launch template, by itself or in its mixed instances policy, and fails when it has none. Groups that are being deleted give no finding.',
  fix: {
    text: 'Copy the launch configuration to a launch template, and let the group use that.',
    console: [
      'Open EC2, choose Launch Configurations, select the one of the group, and choose Copy to launch template.',
      'Choose Auto Scaling Groups, and choose the group.',
      'On the tab Details, under Launch configuration, choose Edit, then Switch to launch template, and choose Update.',
    ],
    cli: "aws autoscaling update-auto-scaling-group --auto-scaling-group-name <group> --launch-template 'LaunchTemplateId=<launch-template-id>,Version=$Default'",
    terraform: `resource "aws_autoscaling_group" "web" {
  name                = "web"
  min_size            = 2
  max_size            = 6
  vpc_zone_identifier = var.private_subnet_ids

  launch_template {
    id      = aws_launch_template.web.id
    version = "$Default"
  }
}`,
  },
  source: 'https://docs.aws.amazon.com/autoscaling/ec2/userguide/launch-templates.html',
  links: ['https://docs.aws.amazon.com/autoscaling/ec2/userguide/migrate-to-launch-templates.html'],
  over: 'groups',
  needs: [],
  judge: ({ name, launch_template: modern, launch_configuration: old }) =>
    modern
      ? pass(`The Auto Scaling group ${name} starts machines by a launch template.`)
      : fail(
          `The Auto Scaling group ${name} starts machines by the launch configuration ${old ?? 'of an instance'}.`,
        ),
})
