import { fail, pass } from '../../../kit/index.ts'
import { label } from './label.ts'
import { check } from './resources.ts'

export default check({
  id: 'ec2_launch_template_no_public_ip',
  title: 'Launch template asks for no public addresses in its default version',
  description:
    'Reads the network interfaces of each launch template’s default version, and whether any of them asks for a public address.',
  risk: 'Every instance of such a template starts with a public address, also in subnets that give none by themselves.',
  decision:
    'Fails when an interface of the default version asks for a public address. Passes when none does, also where the version names no interface and the subnet decides. Other versions are not looked at.',
  fix: {
    text: 'Make a version without public addresses, make it the default, and delete older versions that give them.',
    console: [
      'Open Amazon EC2, choose Launch Templates, then the template.',
      'Choose Actions, then Modify template (Create new version).',
      'Under Network settings, open Advanced network configuration, set Auto-assign public IP to Disable, and create the version.',
      'Choose Actions, then Set default version, and choose the new one.',
      'Choose Actions, then Delete template version, for older ones that give public addresses.',
      'The command replaces all NetworkInterfaces: put those that describe-launch-template-versions shows into the file, with AssociatePublicIpAddress false.',
    ],
    cli: 'aws ec2 create-launch-template-version --launch-template-id <id> --source-version <version> --launch-template-data file://interfaces-without-public-ip.json && aws ec2 modify-launch-template --launch-template-id <id> --default-version <new version>',
    terraform: `resource "aws_launch_template" "app" {
  name                   = "app"
  update_default_version = true

  network_interfaces {
    device_index                = 0
    associate_public_ip_address = false
    security_groups             = [aws_security_group.app.id]
  }
}`,
    url: 'https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/manage-launch-template-versions.html',
  },
  source: 'https://docs.aws.amazon.com/securityhub/latest/userguide/ec2-controls.html#ec2-25',
  over: 'launchTemplates',
  needs: ['version'],
  judge: ({ template_id, name, version: { number, public_address } }) => {
    const what = `${label(template_id, name)}, in its default version ${number},`
    return public_address
      ? fail(`${what} gives public addresses.`)
      : pass(`${what} asks for no public addresses.`)
  },
})
