import { fail, pass } from '../../../kit/index.ts'
import { settingsOff } from './exposure.ts'
import { check } from './resources.ts'

export default check({
  id: 's3_account_level_public_access_blocks',
  title: 'AWS account blocks public access to all S3 buckets',
  description:
    'Reads the four account-level Block Public Access settings of S3, which apply to every bucket of the account.',
  risk: 'Without account-level Block Public Access, one public grant on an unprotected bucket exposes its objects to the internet.',
  decision:
    'Passes if all four settings are on for the account. Fails if any setting is off, or if the account has never configured them. Bucket-level settings do not count; a separate check reads them.',
  fix: {
    text: 'Turn on all four Block Public Access settings for the account.',
    console: [
      'Open S3 and choose Block Public Access settings for this account.',
      'Identify the buckets that are public on purpose. Serve a public website through CloudFront instead.',
      'Choose Edit, select Block all public access, and choose Save changes.',
      'Enter confirm and choose Confirm. If an organization policy manages these settings, change them in that policy.',
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
    if (!own) return fail(`Account ${name} has no Block Public Access configuration for S3.`)
    const off = settingsOff(own)
    return off.length === 0
      ? pass(`Account ${name} has all four Block Public Access settings for S3 on.`)
      : fail(
          `Account ${name} has ${off.join(', ')} off in its Block Public Access settings for S3.`,
        )
  },
})
