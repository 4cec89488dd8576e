import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './iam_no_custom_policy_permissive_role_assumption.ts'
import { allow, deny, policy } from './worlds.ts'

const assume = (Resource: string | string[]) =>
  policy({ statements: [allow('sts:AssumeRole', { Resource })] })

verify(check, {
  partition: 'aws',
  pass: [
    policy(),
    assume('arn:aws:iam::123456789012:role/deploy'),
    assume('arn:aws:iam::123456789012:role/of/${aws:username}'),
    assume(['arn:aws:iam::*:role/plumbline-audit']),
    assume('arn:aws:iam::123456789012:user/*'),
    policy({ statements: [deny('sts:AssumeRole')] }),
    policy({ statements: [allow('sts:*'), deny('sts:Assume*')] }),
    policy({
      statements: [
        allow('sts:AssumeRole', { Resource: 'arn:aws:iam::123456789012:role/*' }),
        deny('sts:*', { Resource: 'arn:aws:iam::*:role/*' }),
      ],
    }),
  ],
  fail: [
    assume('*'),
    assume('arn:aws:iam::*:role/*'),
    assume('arn:aws:iam::123456789012:role/*'),
    assume('arn:aws:iam::*:role/Admin*'),
    assume('arn:aws:iam::123456789012:role/team-?'),
    assume('arn:aws:iam::123456789012:*'),
    assume('arn:aws:iam::123456789012'),
    assume('arn:aws:iam::123456789012:role/${sts:RoleSessionName}'),
    assume('arn:aws:iam::123456789012:role/${aws:RequestTag/role}'),
    policy({
      statements: [
        allow('sts:AssumeRole', { Resource: undefined, NotResource: 'arn:aws:iam::*:role/Admin' }),
      ],
    }),
    policy({
      statements: [
        allow('sts:AssumeRole'),
        deny('sts:AssumeRole', { Resource: 'arn:aws:iam::*:role/Admin*' }),
      ],
    }),
    policy({ statements: [allow('sts:*')] }),
    policy({ statements: [allow('*')] }),
  ],
  unread: [policy({ statements: unread('broken_policy', { outcome: 'error' }) })],
})
