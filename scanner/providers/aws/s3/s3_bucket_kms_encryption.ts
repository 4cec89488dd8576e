import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 's3_bucket_kms_encryption',
  title: 'S3 bucket uses SSE-KMS as default encryption',
  description:
    'Reads the default encryption algorithm of each bucket, which applies to uploads that do not specify one.',
  risk: 'With SSE-S3, permission to read an object is enough to decrypt it. There is no separate key permission and no record of key use.',
  decision:
    'Passes if the default is aws:kms or aws:kms:dsse, with any key, including the AWS managed key. Fails if it is AES256 (SSE-S3), or if the bucket has no default encryption. The check does not read how existing objects are encrypted, or whether requests can choose another algorithm.',
  fix: {
    text: 'Set aws:kms as the default encryption of the bucket.',
    console: [
      'Open S3, choose the bucket, then the Properties tab.',
      'Under Default encryption, choose Edit, then Server-side encryption with AWS KMS keys.',
      'Choose a key that the readers and writers of the bucket can use, and enable Bucket Key to reduce requests to KMS.',
      'Choose Save changes. To encrypt existing objects again, copy them onto themselves.',
    ],
    cli: 'aws s3api put-bucket-encryption --bucket <bucket> --server-side-encryption-configuration \'{"Rules":[{"ApplyServerSideEncryptionByDefault":{"SSEAlgorithm":"aws:kms","KMSMasterKeyID":"<key arn>"},"BucketKeyEnabled":true}]}\'',
    terraform: `resource "aws_s3_bucket_server_side_encryption_configuration" "ledger" {
  bucket = aws_s3_bucket.ledger.id

  rule {
    bucket_key_enabled = true
    apply_server_side_encryption_by_default {
      sse_algorithm     = "aws:kms"
      kms_master_key_id = aws_kms_key.ledger.arn
    }
  }
}`,
  },
  source: 'https://docs.aws.amazon.com/AmazonS3/latest/userguide/UsingKMSEncryption.html',
  links: ['https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucket-key.html'],
  over: 'buckets',
  needs: ['encryption'],
  judge: ({ name, encryption }) =>
    encryption === 'aws:kms' || encryption === 'aws:kms:dsse'
      ? pass(`Bucket ${name} encrypts new objects with ${encryption} by default.`)
      : fail(
          `Bucket ${name} does not use SSE-KMS by default (default encryption: ${encryption ?? 'none'}).`,
        ),
})
