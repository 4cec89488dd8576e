import { fail, pass, withhold, unread } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'autoscaling_group_launch_configuration_requires_imdsv2',
  title: 'Auto Scaling group launch configuration requires IMDSv2',
  description:
    'Reads whether the launch configuration of each group requires session tokens for the instance metadata service.',
  risk: 'A forged request through an application can expose the role credentials of any instance in the group.',
  decision:
    'Passes if the launch configuration requires tokens or disables the metadata endpoint. Fails if tokens are optional or not specified. Groups without a launch configuration give no finding. Account and image defaults that require tokens are not evaluated.',
  fix: {
    text: 'Use a launch template that requires tokens for the group.',
    console: [
      'Open EC2, choose Launch Configurations, select the launch configuration of the group, and choose Copy to launch template.',
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
          `The Auto Scaling group ${name} requires IMDSv2 with ${used}, or disables the metadata service.`,
        )
      : fail(`The Auto Scaling group ${name} does not require IMDSv2 with ${used}.`)
  },
})
