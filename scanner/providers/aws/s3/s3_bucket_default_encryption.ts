import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 's3_bucket_default_encryption',
  title: 'S3 bucket has default encryption enabled',
  description:
    'Reads whether each bucket has a default encryption configuration, with any key type.',
  risk: 'Objects that are uploaded without an encryption setting are stored unencrypted.',
  decision:
    'Passes if the bucket has default encryption: AES256, aws:kms or aws:kms:dsse. Fails if S3 reports that it has none. Since January 2023, AWS encrypts every bucket by default, so expect failures only from S3-compatible storage.',
  fix: {
    text: 'Enable default encryption on the bucket.',
    console: [
      'Open S3, choose the bucket, then the Properties tab.',
      'Under Default encryption, choose Edit, and choose SSE-S3 or SSE-KMS.',
      'Choose Save changes.',
    ],
    cli: `aws s3api put-bucket-encryption --bucket <bucket> --server-side-encryption-configuration '{"Rules":[{"ApplyServerSideEncryptionByDefault":{"SSEAlgorithm":"AES256"}}]}'`,
    terraform: `resource "aws_s3_bucket_server_side_encryption_configuration" "uploads" {
  bucket = aws_s3_bucket.uploads.id

  rule {
    apply_server_side_encryption_by_default {
      sse_algorithm = "AES256"
    }
  }
}`,
  },
  source: 'https://docs.aws.amazon.com/AmazonS3/latest/userguide/default-bucket-encryption.html',
  links: ['https://docs.aws.amazon.com/AmazonS3/latest/userguide/default-encryption-faq.html'],
  over: 'buckets',
  needs: ['encryption'],
  judge: ({ name, encryption }) =>
    encryption
      ? pass(`Bucket ${name} has default encryption ${encryption}.`)
      : fail(`Bucket ${name} has no default encryption.`),
})
