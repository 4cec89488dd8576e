import { fail, pass } from '../../../kit/index.ts'
import { label } from './label.ts'
import { check } from './resources.ts'

export default check({
  id: 'ec2_launch_template_imdsv2_required',
  title: 'Launch template requires session tokens for metadata in every version',
  risk: 'A template multiplies its mistake: every instance of a version without required tokens gives its role’s credentials to a forged request.',
  fix: {
    text: 'Make a version that requires tokens, make it the default, and delete the versions that do not.',
    cli: 'aws ec2 create-launch-template-version --launch-template-id <id> --source-version <n> --launch-template-data "MetadataOptions={HttpTokens=required,HttpEndpoint=enabled}"',
    url: 'https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/manage-launch-template-versions.html',
  },
  source: 'https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/configuring-IMDS-new-instances.html',
  over: 'launchTemplates',
  needs: ['versions'],
  with: { settings: { by: 'region', fields: ['metadata_tokens'] } },
  judge: ({ template_id, name, region, versions }, { joined: { settings } }) => {
    // What a version leaves open the region's default decides; it is looked up only then.
    const loose = versions.filter(
      ({ endpoint, tokens }) =>
        endpoint !== 'disabled' &&
        (tokens ?? settings.get(region)?.metadata_tokens ?? 'optional') !== 'required',
    )
    const numbers = loose.map(({ number }) => number).join(', ')
    return loose.length === 0
      ? pass(`${label(template_id, name)} requires session tokens in every version.`)
      : fail(`${label(template_id, name)} does not require session tokens in version ${numbers}.`)
  },
})
