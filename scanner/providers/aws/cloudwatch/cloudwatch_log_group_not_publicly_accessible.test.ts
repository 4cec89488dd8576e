import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import { parsePolicy } from '../policy/index.ts'
import check from './cloudwatch_log_group_not_publicly_accessible.ts'
import { logGroup } from './worlds.ts'

const allowing = (Principal: unknown, Condition?: unknown) =>
  logGroup({
    policy: parsePolicy(
      JSON.stringify({
        Statement: { Effect: 'Allow', Action: 'logs:*', Resource: '*', Principal, Condition },
      }),
    ),
  })

verify(check, {
  pass: [
    logGroup(),
    allowing({ Service: 'es.amazonaws.com' }),
    allowing('*', { StringEquals: { 'aws:SourceAccount': '123456789012' } }),
  ],
  fail: [allowing('*'), allowing({ AWS: '*' })],
  unread: [
    logGroup({ policy: unread('AccessDeniedException') }),
    allowing('*', { StringEquals: { 'aws:PrincipalMood': 'calm' } }),
  ],
})
