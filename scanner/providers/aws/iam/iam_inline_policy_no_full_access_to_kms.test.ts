import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './iam_inline_policy_no_full_access_to_kms.ts'
import { allow, deny, inlinePolicy } from './worlds.ts'

const holding = (...statements: ReturnType<typeof allow>[]) => inlinePolicy({ statements })

verify(check, {
  pass: [
    inlinePolicy(),
    holding(allow('kms:Describe*')),
    holding(allow('cloudtrail:*')),
    holding(allow('kms:*', { Resource: 'arn:aws:kms:eu-west-1:123456789012:key/*' })),
    holding(allow('kms:*'), deny('kms:*')),
  ],
  fail: [
    holding(allow('kms:*')),
    holding(allow('*')),
    holding(allow('kms:*', { Resource: 'arn:aws:kms:*:*:*' })),
    holding(allow('kms:*', { Resource: 'arn:aws:kms:*:123456789012:key/*' })),
    holding(allow([], { Action: undefined, NotAction: 'cloudtrail:*' })),
  ],
  unread: [inlinePolicy({ statements: unread('broken_policy', { outcome: 'error' }) })],
})
