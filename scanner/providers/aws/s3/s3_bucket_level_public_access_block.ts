import { fail, pass } from '../../../kit/index.ts'
import { isBlocked, settings } from './exposure.ts'
import { check } from './resources.ts'

export default check({
  id: 's3_bucket_level_public_access_block',
  title: 'Public access to the bucket is blocked',
  description:
    'Reads the four settings of Block Public Access of each bucket together with those of the account, and asks which are in force for the bucket.',
  risk: 'A bucket that nothing blocks becomes public with the next grant that somebody adds by mistake.',
  decision:
    'Passes when each of the four settings is on for the bucket or for the account. Fails when one is on for neither, whether or not anything makes the bucket public now. The account is looked at only where the bucket’s own settings do not suffice.',
  fix: {
    text: 'Turn on all four settings of Block Public Access for the bucket, or once for the account.',
    console: [
      'Open S3, choose the bucket, then the tab Permissions.',
      'Under Block public access (bucket settings) choose Edit.',
      'Tick Block all public access, choose Save changes, and confirm.',
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
      ? pass(`${name} is under all four blocks on public access.`)
      : fail(`Neither ${name} nor the account has ${off.join(', ')} on.`)
  },
})
