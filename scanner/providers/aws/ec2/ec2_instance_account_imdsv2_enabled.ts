import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'ec2_instance_account_imdsv2_enabled',
  title: 'New instances require session tokens for metadata by default',
  risk: 'Without the default every launch has to ask for version 2 by itself, and the one that forgets gives its role away to a forged request.',
  fix: {
    text: 'Set the account’s metadata default to required tokens in every region.',
    cli: 'aws ec2 modify-instance-metadata-defaults --http-tokens required --region <region>',
    url: 'https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/configuring-IMDS-new-instances.html',
  },
  source:
    'https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/configuring-instance-metadata-options.html',
  over: 'settings',
  needs: ['metadata_tokens'],
  judge: ({ region, metadata_tokens: tokens }) =>
    tokens === 'required'
      ? pass(`New instances in ${region} require session tokens for metadata.`)
      : fail(
          `New instances in ${region} do not require session tokens for metadata (${tokens ?? 'no default'}).`,
        ),
})
