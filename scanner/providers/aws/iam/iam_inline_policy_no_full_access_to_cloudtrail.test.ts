import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './iam_inline_policy_no_full_access_to_cloudtrail.ts'
import { allow, deny, inlinePolicy } from './worlds.ts'

const holding = (...statements: ReturnType<typeof allow>[]) => inlinePolicy({ statements })

verify(check, {
  pass: [
    inlinePolicy(),
    holding(allow('cloudtrail:Describe*')),
    holding(allow('kms:*')),
    holding(
      allow('cloudtrail:*', { Resource: 'arn:aws:cloudtrail:eu-west-1:123456789012:trail/*' }),
    ),
    holding(allow('cloudtrail:*'), deny('cloudtrail:*')),
  ],
  fail: [
    holding(allow('cloudtrail:*')),
    holding(allow('*')),
    holding(allow('cloudtrail:*', { Resource: 'arn:aws:cloudtrail:*:*:*' })),
    holding(allow('cloudtrail:*', { Resource: 'arn:aws:cloudtrail:*:123456789012:trail/*' })),
    holding(allow([], { Action: undefined, NotAction: 'kms:*' })),
  ],
  unread: [inlinePolicy({ statements: unread('broken_policy', { outcome: 'error' }) })],
})
