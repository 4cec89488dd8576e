import { fail, pass } from '../../../kit/index.ts'
import { settingsOff } from './exposure.ts'
import { check } from './resources.ts'

export default check({
  id: 's3_account_level_public_access_blocks',
  title: 'Account blocks public access to all its buckets',
  description:
    'Reads the four settings of Block Public Access that hold for every bucket of the account, whatever the buckets say.',
  risk: 'Without the account’s own block, one careless grant on a bucket without a block is enough to publish it.',
  decision:
    'Passes when all four settings are on for the account. Fails when one is off, and when the account has never set them. How single buckets are set does not count here; they have a check of their own.',
  fix: {
    text: 'Turn on all four settings of Block Public Access for the account.',
    console: [
      'Open S3 and choose Block Public Access settings for this account.',
      'See first which buckets serve the public on purpose: a website then needs CloudFront in front of it.',
      'Choose Edit, tick Block all public access, and choose Save changes.',
      'Type confirm and choose Confirm; where the organization sets this by a policy of its own, it can be changed only there.',
    ],
    cli: 'aws s3control put-public-access-block --account-id <account> --public-access-block-configuration BlockPublicAcls=true,IgnorePublicAcls=true,BlockPublicPolicy=true,RestrictPublicBuckets=true',
    terraform: `resource "aws_s3_account_public_access_block" "account" {
  block_public_acls       = true
  ignore_public_acls      = true
  block_public_policy     = true
  restrict_public_buckets = true
}`,
  },
  source:
    'https://docs.aws.amazon.com/AmazonS3/latest/userguide/configuring-block-public-access-account.html',
  links: [
    'https://docs.aws.amazon.com/AmazonS3/latest/userguide/access-control-block-public-access.html',
  ],
  over: 'accounts',
  needs: ['public_access_block'],
  judge: ({ name, public_access_block: own }) => {
    if (!own) return fail(`The account ${name} has no block on public access to S3.`)
    const off = settingsOff(own)
    return off.length === 0
      ? pass(`The account ${name} blocks public access to S3 in all four ways.`)
      : fail(`The account ${name} has ${off.join(', ')} off in its block on public access to S3.`)
  },
})
