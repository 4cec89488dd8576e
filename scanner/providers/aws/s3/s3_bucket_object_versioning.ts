import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 's3_bucket_object_versioning',
  title: 'Bucket keeps former versions of objects',
  description:
    'Reads whether versioning is enabled on each bucket, so that what is overwritten or deleted can be had back.',
  risk: 'Without versions, an overwritten or deleted object is gone, whether by mistake or by ransomware.',
  decision:
    'Passes when versioning is enabled. Fails when it is suspended, as new writes then keep nothing back, and when it was never enabled. Rules that delete former versions soon are not looked at.',
  fix: {
    text: 'Enable versioning on the bucket.',
    console: [
      'Open S3, choose the bucket, then the tab Properties.',
      'Under Bucket Versioning choose Edit, then Enable, and choose Save changes.',
      'Add a lifecycle rule that expires former versions, or they cost storage for ever.',
    ],
    cli: 'aws s3api put-bucket-versioning --bucket <bucket> --versioning-configuration Status=Enabled',
    terraform: `resource "aws_s3_bucket_versioning" "orders" {
  bucket = aws_s3_bucket.orders.id

  versioning_configuration {
    status = "Enabled"
  }
}`,
  },
  source: 'https://docs.aws.amazon.com/AmazonS3/latest/userguide/Versioning.html',
  over: 'buckets',
  needs: ['versioning'],
  judge: ({ name, versioning }) =>
    versioning.enabled
      ? pass(`${name} has versioning enabled.`)
      : fail(`${name} does not have versioning enabled.`),
})
