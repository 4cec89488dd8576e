import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import { parsePolicy } from '../policy.ts'
import check from './kms_key_not_publicly_accessible.ts'
import { details, key } from './worlds.ts'

const allowing = (Principal: unknown, Condition?: unknown) =>
  key({
    policy: parsePolicy(
      JSON.stringify({
        Statement: { Effect: 'Allow', Action: 'kms:*', Resource: '*', Principal, Condition },
      }),
    ),
  })

verify(check, {
  pass: [
    key(),
    allowing({ AWS: '*' }, { StringEquals: { 'kms:CallerAccount': '123456789012' } }),
    allowing({ Service: 'logs.eu-west-1.amazonaws.com' }),
  ],
  fail: [
    allowing('*'),
    allowing({ AWS: ['*'] }),
    allowing('*', { StringLike: { 'kms:CallerAccount': '*' } }),
    allowing('*', { StringEqualsIfExists: { 'aws:PrincipalOrgID': 'o-1' } }),
  ],
  // AWS's own keys, and keys that nobody can use any more.
  none: [
    { ...allowing('*'), details: details({ manager: 'AWS' }) },
    { ...allowing('*'), details: details({ state: 'PendingDeletion' }) },
  ],
  unread: [
    key({ details: unread('AccessDeniedException') }),
    key({ policy: unread('AccessDeniedException') }),
  ],
})
