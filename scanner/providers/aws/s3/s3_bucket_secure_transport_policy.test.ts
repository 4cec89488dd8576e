import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import { only, type Statement } from '../policy/index.ts'
import check from './s3_bucket_secure_transport_policy.ts'
import { allowing, bucket, denying } from './worlds.ts'

const plain = { Bool: { 'aws:SecureTransport': 'false' } }

const on = (resource: string, statement: Statement): Statement => ({
  ...statement,
  resources: only(resource),
})

verify(check, {
  pass: [
    bucket({ policy: [denying(['s3:*'], plain)] }),
    bucket({
      policy: [denying(['s3:*'], { StringNotEquals: { 'aws:SecureTransport': 'true' } })],
    }),
    // One statement for the bucket and one for its objects.
    bucket({
      policy: [
        on('arn:aws:s3:::ledger', denying(['s3:*'], plain)),
        on('arn:aws:s3:::ledger/*', denying(['*'], plain)),
      ],
    }),
    // One for some actions and one for all others.
    bucket({
      policy: [
        denying(['s3:Get*'], plain),
        { ...denying(['*'], plain), actions: { patterns: ['s3:get*'], but: true } },
      ],
    }),
  ],
  fail: [
    bucket(),
    bucket({ policy: [allowing(['s3:GetObject'], ['*'])] }),
    bucket({ policy: [denying(['s3:GetObject'], plain)] }),
    bucket({ policy: [denying(['s3:*'], { Bool: { 'aws:SecureTransport': 'true' } })] }),
    bucket({ policy: [on('arn:aws:s3:::ledger/*', denying(['s3:*'], plain))] }),
    bucket({
      policy: [denying(['s3:*'], { StringNotEquals: { 'aws:SecureTransport': 'false' } })],
    }),
    bucket({
      policy: [
        denying(['s3:*'], { StringNotEquals: { 'aws:SecureTransport': ['true', 'false'] } }),
      ],
    }),
    bucket({
      policy: [
        on('arn:aws:s3:::ledger', denying(['s3:*'], plain)),
        on('arn:aws:s3:::ledger/in/*', denying(['s3:*'], plain)),
      ],
    }),
    bucket({ policy: [denying(['s3:Get*'], plain), denying(['s3:Put*'], plain)] }),
    bucket({
      policy: [denying(['s3:*'], { ...plain, StringEquals: { 'aws:SourceVpc': 'vpc-1' } })],
    }),
  ],
  unread: [bucket({ policy: unread('AccessDenied') })],
})
