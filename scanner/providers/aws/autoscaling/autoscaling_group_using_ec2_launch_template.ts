import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'autoscaling_group_using_ec2_launch_template',
  title: 'Auto Scaling group uses a launch template',
  description: 'Reads whether each group uses a launch template or the older launch configuration.',
  risk: 'Launch configurations do not support newer security settings and cannot be changed, so new instances keep outdated settings.',
  decision:
    'Passes if the group has a launch template, directly or in its mixed instances policy, and fails if it has none. Groups that are being deleted give no finding.',
  fix: {
    text: 'Copy the launch configuration to a launch template, and use the template for the group.',
    console: [
      'Open EC2, choose Launch Configurations, select the launch configuration of the group, and choose Copy to launch template.',
      'Choose Auto Scaling Groups, and choose the group.',
      'On the Details tab, under Launch configuration, choose Edit, choose Switch to launch template, and choose Update.',
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
      ? pass(`The Auto Scaling group ${name} uses a launch template.`)
      : fail(
          `The Auto Scaling group ${name} uses the launch configuration ${old ?? 'of an instance'}.`,
        ),
})
