import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'ec2_instance_account_imdsv2_enabled',
  title: 'New instances require session tokens for metadata by default',
  description:
    'Reads in each region which version of the metadata service the account asks for when a launch says nothing.',
  risk: 'Without the default every launch has to ask for version 2 by itself, and the one that forgets gives its role away to a forged request.',
  decision:
    'Judged for each region, used or not. Passes when the account’s default for tokens is required. Fails when it is optional and when the account has no default there, even where images or launch templates ask for tokens by themselves.',
  fix: {
    text: 'Set the account’s metadata default to required tokens in every region.',
    console: [
      'Open Amazon EC2 in the region; on the dashboard’s card Account attributes, choose Data protection and security.',
      'Under IMDS defaults, choose Manage.',
      'Set Instance metadata service to Enabled and Metadata version to V2 only, and choose Update.',
      'Do the same in every other region that is enabled; instances that run already keep their own setting.',
    ],
    cli: 'aws ec2 modify-instance-metadata-defaults --http-tokens required --region <region>',
    terraform: `resource "aws_ec2_instance_metadata_defaults" "all" {
  for_each    = toset(["eu-west-1", "us-east-1"])
  region      = each.key
  http_tokens = "required"
}`,
    url: 'https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/configuring-IMDS-new-instances.html',
  },
  source:
    'https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/configuring-instance-metadata-options.html',
  links: [
    'https://docs.aws.amazon.com/organizations/latest/userguide/orgs_manage_policies_declarative.html',
  ],
  over: 'settings',
  needs: ['metadata_tokens'],
  judge: ({ region, metadata_tokens: tokens }) =>
    tokens === 'required'
      ? pass(`New instances in ${region} require session tokens for metadata by default.`)
      : fail(
          `New instances in ${region} do not require session tokens for metadata by default (${tokens ?? 'no default'}).`,
        ),
})
