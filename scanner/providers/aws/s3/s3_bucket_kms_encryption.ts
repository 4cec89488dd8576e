import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 's3_bucket_kms_encryption',
  title: 'Bucket encrypts with a key of KMS',
  risk: 'With keys that S3 keeps for itself, whoever may read the object may read it decrypted: there is no second permission and no record of key use.',
  fix: {
    text: 'Make aws:kms the default encryption of the bucket.',
    cli: 'aws s3api put-bucket-encryption --bucket <name> --server-side-encryption-configuration {"Rules":[{"ApplyServerSideEncryptionByDefault":{"SSEAlgorithm":"aws:kms"}}]}',
  },
  source: 'https://docs.aws.amazon.com/AmazonS3/latest/userguide/UsingKMSEncryption.html',
  over: 'buckets',
  needs: ['encryption'],
  judge: ({ name, encryption }) =>
    encryption === 'aws:kms' || encryption === 'aws:kms:dsse'
      ? pass(`${name} encrypts with ${encryption}.`)
      : fail(`${name} encrypts with ${encryption ?? 'nothing by default'}.`),
})
