import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './iam_no_custom_policy_permissive_role_assumption.ts'
import { allow, deny, policy } from './worlds.ts'

const assume = (Resource: string | string[]) =>
  policy({ statements: [allow('sts:AssumeRole', { Resource })] })

verify(check, {
  pass: [
    policy(),
    assume('arn:aws:iam::123456789012:role/*'),
    assume(['arn:aws:iam::*:role/plumbline-audit']),
    policy({ statements: [deny('sts:AssumeRole')] }),
    policy({ statements: [allow('sts:*'), deny('sts:Assume*')] }),
  ],
  fail: [
    assume('*'),
    assume('arn:aws:iam::*:role/*'),
    policy({ statements: [allow('sts:*')] }),
    policy({ statements: [allow('*')] }),
  ],
  unread: [policy({ statements: unread('broken_policy', { outcome: 'error' }) })],
})
