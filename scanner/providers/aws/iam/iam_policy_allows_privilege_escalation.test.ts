import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './iam_policy_allows_privilege_escalation.ts'
import { allow, deny, policy } from './worlds.ts'

const holding = (...statements: ReturnType<typeof allow>[]) => policy({ statements })

verify(check, {
  pass: [
    policy(),
    holding(allow(['iam:Get*', 'iam:List*'])),
    // Half a way is none.
    holding(allow('iam:PassRole')),
    holding(allow('ec2:RunInstances')),
    holding(allow('iam:CreateAccessKey'), deny('iam:*AccessKey')),
  ],
  fail: [
    holding(allow('*')),
    holding(allow('iam:PutUserPolicy', { Resource: 'arn:aws:iam::123456789012:user/alice' })),
    holding(allow('iam:PassRole'), allow('ec2:Run*')),
    holding(allow(['iam:passrole', 'lambda:CreateFunction', 'lambda:InvokeFunction'])),
    holding(allow([], { Action: undefined, NotAction: 'ec2:*' })),
    // A denial for everybody but one leaves that one.
    holding(
      allow('iam:CreateAccessKey'),
      deny('iam:*', { Resource: undefined, NotResource: 'arn:aws:iam::123456789012:user/boss' }),
    ),
    // A denial for one user leaves the others.
    holding(
      allow('iam:CreateAccessKey'),
      deny('iam:CreateAccessKey', { Resource: 'arn:aws:iam::123456789012:user/root-like' }),
    ),
  ],
  unread: [policy({ statements: unread('broken_policy', { outcome: 'error' }) })],
})
