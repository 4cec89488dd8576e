import { fail, pass } from '../../../kit/index.ts'
import { label } from './label.ts'
import { check } from './resources.ts'

export default check({
  id: 'ec2_launch_template_imdsv2_required',
  title: 'Launch template requires IMDSv2 in its default version',
  description:
    'Reads the metadata options of the default version of each launch template, and the region default if the version does not specify tokens.',
  risk: 'If tokens are optional, one forged request through a web application can expose the role credentials of any instance launched from the template.',
  decision:
    'Passes if the default version requires tokens or disables the metadata service. If it does not specify tokens, the account default in the region must be required. Fails otherwise, including if the version sets optional and the region default is required. Other versions and the AMI settings are not evaluated. If the region default is needed and cannot be read, the check reports a coverage gap instead of a finding.',
  fix: {
    text: 'Create a version that requires tokens, make it the default, and delete older versions that can still be used.',
    console: [
      'Open Amazon EC2, choose Launch Templates, and choose the template.',
      'Choose Actions, and then choose Modify template (Create new version).',
      'Under Advanced details, set Metadata accessible to Enabled and Metadata version to V2 only, and create the version.',
      'Choose Actions, choose Set default version, and choose the new version.',
      'Choose Actions, and then choose Delete template version for older versions that can still be used.',
    ],
    cli: `aws ec2 create-launch-template-version --launch-template-id <id> --source-version <version> --launch-template-data '{"MetadataOptions":{"HttpEndpoint":"enabled","HttpTokens":"required","HttpPutResponseHopLimit":<hops in use>}}' && aws ec2 modify-launch-template --launch-template-id <id> --default-version <new version>`,
    terraform: `resource "aws_launch_template" "app" {
  name                   = "app"
  update_default_version = true

  metadata_options {
    http_endpoint = "enabled"
    http_tokens   = "required"
  }
}`,
    url: 'https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/manage-launch-template-versions.html',
  },
  source: 'https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/configuring-IMDS-new-instances.html',
  over: 'launchTemplates',
  needs: ['version'],
  with: { settings: { by: 'region', fields: ['metadata_tokens'] } },
  judge: ({ template_id, name, region, version }, { joined: { settings } }) => {
    const { number, endpoint, tokens } = version
    const what = `${label(template_id, name)}, in its default version ${number},`
    if (endpoint === 'disabled') return pass(`${what} disables the metadata service.`)
    // A setting that the version omits has the region's default, which is read only in that case.
    const needed = tokens ?? settings.get(region)?.metadata_tokens ?? 'optional'
    return needed === 'required'
      ? pass(`${what} requires IMDSv2 session tokens.`)
      : fail(`${what} does not require IMDSv2 session tokens.`)
  },
})
