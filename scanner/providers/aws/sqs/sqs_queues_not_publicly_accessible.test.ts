import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import { parsePolicy } from '../policy/index.ts'
import check from './sqs_queues_not_publicly_accessible.ts'
import { queue } from './worlds.ts'

const allowing = (Principal: unknown, Condition?: unknown) =>
  queue({
    policy: parsePolicy(
      JSON.stringify({
        Statement: { Effect: 'Allow', Action: 'sqs:*', Resource: '*', Principal, Condition },
      }),
    ),
  })

verify(check, {
  pass: [
    queue(),
    allowing(
      { Service: 'sns.amazonaws.com' },
      { StringEquals: { 'aws:SourceAccount': '123456789012' } },
    ),
    allowing({ AWS: 'arn:aws:iam::123456789012:root' }),
    allowing('*', { StringEquals: { 'aws:PrincipalOrgID': 'o-1example' } }),
    allowing('*', { ArnEquals: { 'aws:SourceArn': 'arn:aws:sns:eu-west-1:123456789012:orders' } }),
  ],
  fail: [
    allowing('*'),
    allowing({ Service: 'sns.amazonaws.com' }),
    allowing({ AWS: '*' }),
    allowing('*', { ArnLike: { 'aws:SourceArn': 'arn:aws:sns:*:*:*' } }),
  ],
  unread: [
    allowing('*', { StringEquals: { 'aws:PrincipalMood': 'calm' } }),
    queue({ policy: unread('AccessDeniedException') }),
  ],
})
