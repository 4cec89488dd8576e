import { fail, pass } from '../../../kit/index.ts'
import { settingsOff } from './exposure.ts'
import { check } from './resources.ts'

export default check({
  id: 's3_access_point_public_access_block',
  title: 'S3 access point has all Block Public Access settings enabled',
  description: 'Reads the four Block Public Access settings of each access point in every region.',
  risk: 'An access point has its own policy. Without Block Public Access, a later policy change can expose the bucket’s objects to the internet.',
  decision:
    'Passes if all four settings are on. Fails if any setting is off, or if the access point has no Block Public Access configuration. The settings of the bucket and of the account do not count. The check does not read whether the access point accepts requests from a VPC only, or whether its policy is public.',
  fix: {
    text: 'Block Public Access settings of an access point cannot be changed. Create a new access point with all four settings on, and delete this one.',
    console: [
      'Open S3, choose Access Points, then Create access point. The settings of an existing access point cannot be changed.',
      'Choose the same bucket and network origin, and keep Block all public access selected.',
      'Copy the policy of the old access point without the statements that grant public access.',
      'Move the clients to the new access point, then select the old one and choose Delete.',
    ],
    cli: 'aws s3control create-access-point --account-id <account> --name <name> --bucket <bucket> --public-access-block-configuration BlockPublicAcls=true,IgnorePublicAcls=true,BlockPublicPolicy=true,RestrictPublicBuckets=true',
    terraform: `resource "aws_s3_access_point" "reports" {
  bucket = aws_s3_bucket.ledger.id
  name   = "reports"

  public_access_block_configuration {
    block_public_acls       = true
    ignore_public_acls      = true
    block_public_policy     = true
    restrict_public_buckets = true
  }
}`,
  },
  source: 'https://docs.aws.amazon.com/AmazonS3/latest/userguide/access-points-bpa-settings.html',
  over: 'accessPoints',
  needs: ['public_access_block'],
  judge: ({ name, bucket, public_access_block: own }) => {
    if (!own)
      return fail(
        `Access point ${name} of bucket ${bucket} has no Block Public Access configuration.`,
      )
    const off = settingsOff(own)
    return off.length === 0
      ? pass(
          `Access point ${name} of bucket ${bucket} has all four Block Public Access settings on.`,
        )
      : fail(`Access point ${name} of bucket ${bucket} has ${off.join(', ')} off.`)
  },
})
