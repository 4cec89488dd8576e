import { fail, manual, pass, withhold, unread } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'autoscaling_group_launch_configuration_no_public_ip',
  title: 'Auto Scaling group launch configuration does not assign public IP addresses',
  description:
    'Reads whether the launch configuration of each group assigns public IP addresses to new instances.',
  risk: 'The internet can reach every instance of the group directly, bypassing the load balancer.',
  decision:
    'Fails if the launch configuration assigns a public address, and passes if it disables assignment. MANUAL if it uses the subnet setting, which this check does not read. Groups without a launch configuration give no finding; launch templates are covered by a separate check.',
  fix: {
    text: 'Use a launch template without public addresses for the group.',
    console: [
      'Open EC2, choose Launch Configurations, select the launch configuration of the group, and choose Copy to launch template.',
      'In the template, set Auto-assign public IP to Disable on its network interface.',
      'Choose Auto Scaling Groups, edit the group, and switch to the launch template.',
    ],
    cli: 'aws autoscaling create-launch-configuration --launch-configuration-name <new-name> --image-id <ami-id> --instance-type <type> --no-associate-public-ip-address',
    terraform: `resource "aws_launch_template" "web" {
  name          = "web"
  image_id      = data.aws_ami.web.id
  instance_type = "m7g.large"

  network_interfaces {
    associate_public_ip_address = false
    security_groups             = [aws_security_group.web.id]
  }
}`,
  },
  source: 'https://docs.aws.amazon.com/autoscaling/ec2/userguide/launch-configurations.html',
  links: ['https://docs.aws.amazon.com/securityhub/latest/userguide/autoscaling-controls.html'],
  over: 'groups',
  needs: [],
  with: { launchConfigurations: { by: 'name', fields: ['public_ip'] } },
  judge: ({ name, launch_configuration: used }, { joined: { launchConfigurations } }) => {
    if (used === null) return []
    const found = launchConfigurations.get(used)
    if (!found) return withhold(unread('launch_configuration_not_found', { outcome: 'error' }))
    if (found.public_ip === null)
      return manual(
        `Check whether the subnets of the Auto Scaling group ${name} assign public IP addresses: ${used} uses the subnet setting.`,
      )
    return found.public_ip
      ? fail(
          `The Auto Scaling group ${name} assigns public IP addresses to its instances with ${used}.`,
        )
      : pass(
          `The Auto Scaling group ${name} does not assign public IP addresses to its instances with ${used}.`,
        )
  },
})
