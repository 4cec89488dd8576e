import { fail, pass, withhold, unread } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'autoscaling_group_launch_configuration_requires_imdsv2',
  title: 'Launch configuration of the group wants tokens for metadata',
  description:
    'Reads from the launch configuration of each group whether new machines give their metadata for tokens only.',
  risk: 'A program that can be made to fetch an address hands out the role’s keys of every machine in the group.',
  decision:
    'Passes when the launch configuration requires tokens, or turns the metadata endpoint off. Fails when tokens are optional or not mentioned. Groups without a launch configuration give no finding. A default of the account or the image that requires tokens is not weighed.',
  fix: {
    text: 'Start the group’s machines by a launch template that requires tokens.',
    console: [
      'Open EC2, choose Launch Configurations, select the one of the group, and choose Copy to launch template.',
      'In the template, under Advanced details, set Metadata version to V2 only.',
      'Choose Auto Scaling Groups, edit the group, and switch to the launch template.',
    ],
    cli: 'aws autoscaling create-launch-configuration --launch-configuration-name <new-name> --image-id <ami-id> --instance-type <type> --metadata-options HttpTokens=required,HttpEndpoint=enabled',
    terraform: `resource "aws_launch_template" "web" {
  name          = "web"
  image_id      = data.aws_ami.web.id
  instance_type = "m7g.large"

  metadata_options {
    http_tokens   = "required"
    http_endpoint = "enabled"
  }
}`,
  },
  source: 'https://docs.aws.amazon.com/autoscaling/ec2/userguide/create-launch-config.html',
  links: [
    'https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/configuring-instance-metadata-service.html',
  ],
  over: 'groups',
  needs: [],
  with: { launchConfigurations: { by: 'name', fields: ['imdsv2'] } },
  judge: ({ name, launch_configuration: used }, { joined: { launchConfigurations } }) => {
    if (used === null) return []
    const found = launchConfigurations.get(used)
    if (!found) return withhold(unread('launch_configuration_not_found', { outcome: 'error' }))
    return found.imdsv2
      ? pass(
          `The Auto Scaling group ${name} starts machines that want tokens for metadata, by ${used}.`,
        )
      : fail(
          `The Auto Scaling group ${name} starts machines that give metadata without tokens, by ${used}.`,
        )
  },
})
