import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'ec2_instance_account_imdsv2_enabled',
  title: 'Region requires IMDSv2 for new instances by default',
  description:
    'Reads the account default for IMDS session tokens in each region, which applies to launches that do not specify a metadata version.',
  risk: 'Without the default, every launch must request IMDSv2 explicitly. An instance that does not can expose its role credentials to a forged request.',
  decision:
    'Passes if the account default for tokens is required. Fails if it is optional or not set, even if images or launch templates require tokens themselves. Every region is evaluated, used or not.',
  fix: {
    text: 'Set the account default for metadata tokens to required in every region.',
    console: [
      'Open Amazon EC2 in the region. On the dashboard, in the Account attributes card, choose Data protection and security.',
      'Under IMDS defaults, choose Manage.',
      'Set Instance metadata service to Enabled and Metadata version to V2 only, and choose Update.',
      'Repeat these steps in every other enabled region. Existing instances keep their own setting.',
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
      ? pass(`New instances in ${region} require IMDSv2 by default.`)
      : fail(
          `New instances in ${region} do not require IMDSv2 by default (${tokens ?? 'no default'}).`,
        ),
})
