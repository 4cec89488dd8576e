import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 's3_bucket_default_encryption',
  title: 'Bucket encrypts new objects by default',
  description: 'Reads whether each bucket has a default encryption at all, with whichever keys.',
  risk: 'Objects that are written without a setting of their own lie on the disk as they came, as S3 kept them until 2023.',
  decision:
    'Passes when the bucket has a default encryption: AES256, aws:kms or aws:kms:dsse. Fails when S3 answers that it has none. Since January 2023 AWS gives every bucket one, so a failure is only to be expected from storage that speaks the protocol of S3.',
  fix: {
    text: 'Give the bucket a default encryption.',
    console: [
      'Open S3, choose the bucket, then the tab Properties.',
      'Under Default encryption choose Edit, and choose keys of S3 or of KMS.',
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
      ? pass(`${name} has a default encryption: ${encryption}.`)
      : fail(`${name} has no default encryption.`),
})
