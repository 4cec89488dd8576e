import { fail, pass } from '../../../kit/index.ts'
import { label } from './label.ts'
import { check } from './resources.ts'

export default check({
  id: 'ec2_launch_template_imdsv2_required',
  title: 'Launch template requires session tokens for metadata in its default version',
  description:
    'Reads the metadata options of each launch template’s default version, and the region’s default where the version says nothing of tokens.',
  risk: 'A template multiplies its mistake: with tokens optional, one forged request through a web application is enough to carry off the role’s credentials of any instance started from it.',
  decision:
    'Passes when the default version requires tokens or turns the metadata service off. When it does not mention tokens the account’s default in the region decides, which has to be required. Fails otherwise, also when the version says optional and the region required. Other versions and what the image asks for are not looked at. A default of the region that is needed and could not be read gives no verdict but a gap in coverage.',
  fix: {
    text: 'Make a version that requires tokens, make it the default, and delete older versions that somebody could still ask for.',
    console: [
      'Open Amazon EC2, choose Launch Templates, then the template.',
      'Choose Actions, then Modify template (Create new version).',
      'Under Advanced details, set Metadata accessible to Enabled and Metadata version to V2 only, and create the version.',
      'Choose Actions, then Set default version, and choose the new one.',
      'Choose Actions, then Delete template version, for older ones that somebody could still ask for.',
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
    if (endpoint === 'disabled') return pass(`${what} gives no metadata.`)
    // What the version leaves open the region's default decides; it is looked up only then.
    const needed = tokens ?? settings.get(region)?.metadata_tokens ?? 'optional'
    return needed === 'required'
      ? pass(`${what} requires session tokens.`)
      : fail(`${what} does not require session tokens.`)
  },
})
