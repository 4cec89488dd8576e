import { unread } from '../../../kit/index.ts'
import { given, verify } from '../../../kit/verify.ts'
import check from './s3_bucket_cross_account_access.ts'
import { allowing, bucket, denying } from './worlds.ts'

const own = 'arn:aws:iam::123456789012:root'
const other = 'arn:aws:iam::999999999999:role/reader'

verify(check, {
  pass: [
    bucket(),
    bucket({ policy: [allowing(['s3:*'], [own])] }),
    bucket({ policy: [denying(['s3:*'])] }),
    given(bucket({ policy: [allowing(['s3:GetObject'], [other])] }), {
      config: { trusted_account_ids: ['999999999999'] },
    }),
  ],
  fail: [
    bucket({ policy: [allowing(['s3:GetObject'], [other])] }),
    bucket({ policy: [allowing(['s3:GetObject'], ['999999999999'])] }),
    bucket({ policy: [allowing(['s3:GetObject'], ['*'])] }),
    bucket({
      policy: [
        allowing(['s3:*'], ['*'], { StringEquals: { 'aws:PrincipalAccount': '999999999999' } }),
      ],
    }),
  ],
  unread: [bucket({ policy: unread('AccessDenied') })],
})
