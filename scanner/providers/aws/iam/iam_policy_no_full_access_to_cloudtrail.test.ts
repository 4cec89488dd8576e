import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './iam_policy_no_full_access_to_cloudtrail.ts'
import { allow, deny, policy } from './worlds.ts'

const holding = (...statements: ReturnType<typeof allow>[]) => policy({ statements })

verify(check, {
  pass: [
    policy(),
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
  unread: [policy({ statements: unread('broken_policy', { outcome: 'error' }) })],
})
