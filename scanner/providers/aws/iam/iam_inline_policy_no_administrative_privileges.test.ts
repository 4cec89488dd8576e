import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './iam_inline_policy_no_administrative_privileges.ts'
import { allow, deny, inlinePolicy } from './worlds.ts'

const holding = (...statements: ReturnType<typeof allow>[]) => inlinePolicy({ statements })

verify(check, {
  partition: 'aws',
  pass: [inlinePolicy(), holding(allow('iam:*')), holding(allow('*'), deny('*'))],
  fail: [
    holding(allow('*')),
    inlinePolicy({ holder: { kind: 'user', name: 'alice' }, statements: [allow('*:*')] }),
    holding(allow('*', { Sid: 'Everything' }), deny('s3:DeleteBucket')),
  ],
  unread: [inlinePolicy({ statements: unread('broken_policy', { outcome: 'error' }) })],
})
