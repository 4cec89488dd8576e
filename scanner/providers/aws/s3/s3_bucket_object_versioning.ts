import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 's3_bucket_object_versioning',
  title: 'S3 bucket has versioning enabled',
  description: 'Reads whether versioning is enabled on each bucket.',
  risk: 'Without versioning, an object that is overwritten or deleted by mistake or by ransomware cannot be restored.',
  decision:
    'Passes if versioning is enabled. Fails if it is suspended, because new writes then keep no previous version, or if it was never enabled. The check does not read lifecycle rules that delete noncurrent versions.',
  fix: {
    text: 'Enable versioning on the bucket.',
    console: [
      'Open S3, choose the bucket, then the Properties tab.',
      'Under Bucket Versioning, choose Edit, then Enable, and choose Save changes.',
      'Add a lifecycle rule that expires noncurrent versions. Otherwise they are stored and billed indefinitely.',
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
      ? pass(`Bucket ${name} has versioning enabled.`)
      : fail(`Bucket ${name} does not have versioning enabled.`),
})
