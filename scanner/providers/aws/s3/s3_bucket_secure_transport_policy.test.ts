import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './s3_bucket_secure_transport_policy.ts'
import { allowing, bucket, denying } from './worlds.ts'

const plain = { Bool: { 'aws:SecureTransport': 'false' } }

verify(check, {
  pass: [bucket({ policy: [denying(['s3:*'], plain)] })],
  fail: [
    bucket(),
    bucket({ policy: [allowing(['s3:GetObject'], ['*'])] }),
    bucket({ policy: [denying(['s3:GetObject'], plain)] }),
    bucket({ policy: [denying(['s3:*'], { Bool: { 'aws:SecureTransport': 'true' } })] }),
    bucket({
      policy: [{ ...denying(['s3:*'], plain), resources: ['arn:aws:s3:::ledger/*'] }],
    }),
    bucket({
      policy: [denying(['s3:*'], { ...plain, StringEquals: { 'aws:SourceVpc': 'vpc-1' } })],
    }),
  ],
  unread: [bucket({ policy: unread('AccessDenied') })],
})
