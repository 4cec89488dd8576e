import { fail, pass } from '../../../kit/index.ts'
import { isBlocked, settings } from './exposure.ts'
import { check } from './resources.ts'

export default check({
  id: 's3_bucket_level_public_access_block',
  title: 'S3 bucket blocks public access',
  description:
    'Reads the four Block Public Access settings of each bucket and of the account, and combines them into the settings in effect for the bucket.',
  risk: 'Without Block Public Access, one mistaken grant makes the bucket public.',
  decision:
    'Passes if each of the four settings is on for the bucket or for the account. Fails if any setting is off for both, even if no grant makes the bucket public. The account settings are read only if the bucket settings are not sufficient.',
  fix: {
    text: 'Turn on all four Block Public Access settings for the bucket, or once for the account.',
    console: [
      'Open S3, choose the bucket, then the Permissions tab.',
      'Under Block public access (bucket settings), choose Edit.',
      'Select Block all public access, choose Save changes, and confirm.',
    ],
    cli: 'aws s3api put-public-access-block --bucket <bucket> --public-access-block-configuration BlockPublicAcls=true,IgnorePublicAcls=true,BlockPublicPolicy=true,RestrictPublicBuckets=true',
    terraform: `resource "aws_s3_bucket_public_access_block" "ledger" {
  bucket                  = aws_s3_bucket.ledger.id
  block_public_acls       = true
  ignore_public_acls      = true
  block_public_policy     = true
  restrict_public_buckets = true
}`,
  },
  source:
    'https://docs.aws.amazon.com/AmazonS3/latest/userguide/configuring-block-public-access-bucket.html',
  links: [
    'https://docs.aws.amazon.com/AmazonS3/latest/userguide/access-control-block-public-access.html',
  ],
  over: 'buckets',
  needs: ['public_access_block'],
  with: { accounts: { by: 'name', fields: ['public_access_block'] } },
  judge: ({ name, public_access_block: own }, { account, joined: { accounts } }) => {
    const off = settings.filter((setting) => !isBlocked(setting, own, accounts, account))
    return off.length === 0
      ? pass(`All four Block Public Access settings are in effect for bucket ${name}.`)
      : fail(`Neither bucket ${name} nor the account has ${off.join(', ')} on.`)
  },
})
