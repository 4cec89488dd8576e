import { fail, manual, pass, withhold, unread } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'autoscaling_group_launch_configuration_no_public_ip',
  title: 'Launch configuration of the group gives no public addresses',
  description:
    'Reads from the launch configuration of each group whether new machines get public addresses.',
  risk: 'Every machine that the group starts answers the internet by itself, past the load balancer in front of the group.',
  decision:
    'Fails when the launch configuration associates a public address, and passes when it says not to. MANUAL when it leaves that to the subnets, which are not read here. Groups without a launch configuration give no finding: see the check of launch templates.',
  fix: {
    text: 'Start the group’s machines by a launch template without public addresses.',
    console: [
      'Open EC2, choose Launch Configurations, select the one of the group, and choose Copy to launch template.',
      'In the template set Auto-assign public IP to Disable on its network interface.',
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
        `See whether the subnets of the Auto Scaling group ${name} give public addresses: ${used} leaves it to them.`,
      )
    return found.public_ip
      ? fail(`The Auto Scaling group ${name} gives its machines public addresses by ${used}.`)
      : pass(`The Auto Scaling group ${name} gives its machines no public addresses by ${used}.`)
  },
})
