import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import { parsePolicy } from '../policy/index.ts'
import check from './ecr_repositories_not_publicly_accessible.ts'
import { repository } from './worlds.ts'

const allowing = (Principal: unknown, Condition?: unknown) =>
  repository({
    policy: parsePolicy(
      JSON.stringify({
        Statement: { Effect: 'Allow', Action: 'ecr:BatchGetImage', Principal, Condition },
      }),
    ),
  })

verify(check, {
  pass: [
    repository(),
    allowing({ AWS: 'arn:aws:iam::210987654321:root' }),
    allowing('*', { StringEquals: { 'aws:PrincipalOrgID': 'o-1example' } }),
  ],
  fail: [allowing('*'), allowing({ AWS: '*' })],
  unread: [
    allowing('*', { StringEquals: { 'aws:PrincipalMood': 'calm' } }),
    repository({ policy: unread('AccessDeniedException') }),
  ],
})
