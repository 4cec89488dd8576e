import { fail, pass } from '../../../kit/index.ts'
import { label } from './label.ts'
import { check } from './resources.ts'

export default check({
  id: 'ec2_launch_template_no_public_ip',
  title: 'Launch template does not assign public IP addresses in its default version',
  description:
    'Reads the network interfaces in the default version of each launch template and whether they request a public IP address.',
  risk: 'Every instance launched from the template gets a public address, even in subnets that do not assign public addresses.',
  decision:
    'Fails if an interface of the default version requests a public address. Passes if none does, including if the version specifies no interface and the subnet setting applies. Other versions are not evaluated.',
  fix: {
    text: 'Create a version without public addresses, make it the default, and delete older versions that assign them.',
    console: [
      'Open Amazon EC2, choose Launch Templates, and choose the template.',
      'Choose Actions, and then choose Modify template (Create new version).',
      'Under Network settings, open Advanced network configuration, set Auto-assign public IP to Disable, and create the version.',
      'Choose Actions, choose Set default version, and choose the new version.',
      'Choose Actions, and then choose Delete template version for older versions that assign public addresses.',
      'The command replaces all NetworkInterfaces. Copy the interfaces from the output of describe-launch-template-versions into the file, and set AssociatePublicIpAddress to false.',
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
      ? fail(`${what} assigns public IP addresses.`)
      : pass(`${what} does not assign public IP addresses.`)
  },
})
