import { fail, pass } from '../../../kit/index.ts'
import { settingsOff } from './exposure.ts'
import { check } from './resources.ts'

export default check({
  id: 's3_access_point_public_access_block',
  title: 'Access point blocks public access',
  description:
    'Reads the four settings of Block Public Access that each access point was created with, in every region.',
  risk: 'An access point is a second door to a bucket: without its own block, its policy may one day let strangers in.',
  decision:
    'Passes when all four settings are on. Fails when one is off, or when the access point has no block. The blocks of the bucket and of the account do not count here. Whether the access point takes requests from a VPC only, and whether it has a policy that lets anybody in, is not asked.',
  fix: {
    text: 'The block of an access point cannot be changed: create a new one with all four settings and delete this one.',
    console: [
      'The settings of an access point are fixed when it is made, so open S3, choose Access Points, then Create access point.',
      'Choose the same bucket and network origin, and leave all of Block all public access ticked.',
      'Copy the policy of the old access point without what lets everyone in.',
      'Move its clients to the name of the new one, then choose the old one and Delete.',
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
    if (!own) return fail(`The access point ${name} to ${bucket} has no block on public access.`)
    const off = settingsOff(own)
    return off.length === 0
      ? pass(`The access point ${name} to ${bucket} blocks public access in all four ways.`)
      : fail(`The access point ${name} to ${bucket} has ${off.join(', ')} off.`)
  },
})
