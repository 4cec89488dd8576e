import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 's3_bucket_kms_encryption',
  title: 'Bucket encrypts with a key of KMS',
  description:
    'Reads by which algorithm each bucket encrypts new objects when the request names none.',
  risk: 'With keys that S3 keeps for itself, whoever may read the object may read it decrypted: there is no second permission and no record of key use.',
  decision:
    'Passes when the default is aws:kms or aws:kms:dsse, with whichever key, AWS’s own included. Fails when it is AES256, which means keys of S3, and when the bucket sets no default. What encrypts the objects that are there already, and whether requests may choose otherwise, is not asked.',
  fix: {
    text: 'Make aws:kms the default encryption of the bucket.',
    console: [
      'Open S3, choose the bucket, then the tab Properties.',
      'Under Default encryption choose Edit, then Server-side encryption with AWS KMS keys.',
      'Choose a key that readers and writers of the bucket may use, and enable Bucket Key to save requests to KMS.',
      'Choose Save changes; copy older objects onto themselves to encrypt them anew.',
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
      ? pass(`${name} encrypts new objects with ${encryption} by default.`)
      : fail(`${name} encrypts new objects with ${encryption ?? 'nothing'} by default.`),
})
