import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import { parsePolicy } from '../policy/index.ts'
import check from './awslambda_function_not_publicly_accessible.ts'
import { lambda } from './worlds.ts'

const allowing = (Principal: unknown, Condition?: unknown) =>
  lambda({
    policy: parsePolicy(
      JSON.stringify({
        Statement: {
          Effect: 'Allow',
          Action: 'lambda:InvokeFunction',
          Resource: 'arn:aws:lambda:eu-west-1:123456789012:function:resize',
          Principal,
          Condition,
        },
      }),
    ),
  })

verify(check, {
  pass: [
    lambda(),
    allowing({ AWS: 'arn:aws:iam::210987654321:root' }),
    allowing(
      { Service: 's3.amazonaws.com' },
      { StringEquals: { 'aws:SourceAccount': '123456789012' } },
    ),
    allowing('*', { StringEquals: { 'aws:PrincipalOrgID': 'o-1example' } }),
  ],
  fail: [
    allowing('*'),
    allowing({ AWS: '*' }),
    allowing('*', { StringEquals: { 'lambda:FunctionUrlAuthType': 'NONE' } }),
  ],
  unread: [
    allowing('*', { StringEquals: { 'aws:PrincipalMood': 'calm' } }),
    lambda({ policy: unread('AccessDeniedException') }),
  ],
})
