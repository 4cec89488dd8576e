import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './sns_topics_not_publicly_accessible.ts'
import { allowing, topic } from './worlds.ts'

verify(check, {
  pass: [
    topic(),
    topic({
      policy: allowing(
        { Service: 's3.amazonaws.com' },
        { StringEquals: { 'aws:SourceAccount': '123456789012' } },
      ),
    }),
    topic({ policy: allowing('*', { StringEquals: { 'aws:PrincipalOrgID': 'o-1example' } }) }),
  ],
  fail: [
    topic({ policy: allowing('*') }),
    topic({ policy: allowing({ AWS: '*' }, { ArnLike: { 'aws:SourceArn': 'arn:aws:s3:*:*:*' } }) }),
  ],
  unread: [
    topic({ policy: allowing('*', { StringEquals: { 'aws:PrincipalMood': 'calm' } }) }),
    topic({ policy: unread('AuthorizationError') }),
  ],
})
