import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './iam_customer_unattached_policy_no_administrative_privileges.ts'
import { allow, deny, policy } from './worlds.ts'

const holding = (...statements: ReturnType<typeof allow>[]) =>
  policy({ attachments: 0, statements })

verify(check, {
  pass: [
    holding(allow('s3:*')),
    holding(allow('*', { Resource: 'arn:aws:s3:::reports/*' })),
    // A power user's: everything but handing out rights.
    holding(allow([], { Action: undefined, NotAction: ['iam:*', 'organizations:*'] })),
    holding(allow('*'), deny('iam:*')),
    holding(deny('*')),
  ],
  fail: [
    holding(allow('*')),
    holding(allow('s3:GetObject'), allow(['ec2:*', '*:*'], { Resource: ['*'] })),
    holding(allow([], { Action: undefined, NotAction: 'aws-portal:*' })),
    holding(allow('*', { Resource: undefined, NotResource: 'arn:aws:s3:::vault' })),
    // A condition holds for somebody, and a denial under one does not for everybody.
    holding(allow('*', { Condition: { Bool: { 'aws:MultiFactorAuthPresent': 'true' } } })),
    holding(
      allow('*'),
      deny('*', { Condition: { StringNotEquals: { 'aws:RequestedRegion': 'eu-west-1' } } }),
    ),
  ],
  none: [policy({ attachments: 1, statements: [allow('*')] })],
  unread: [policy({ attachments: 0, statements: unread('broken_policy', { outcome: 'error' }) })],
})
