import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './secretsmanager_not_publicly_accessible.ts'
import { allowing, secret } from './worlds.ts'

verify(check, {
  pass: [
    secret(),
    secret({ policy: allowing({ AWS: 'arn:aws:iam::210987654321:role/reader' }) }),
    secret({ policy: allowing('*', { StringEquals: { 'aws:PrincipalAccount': '123456789012' } }) }),
  ],
  fail: [secret({ policy: allowing('*') }), secret({ policy: allowing({ AWS: ['*'] }) })],
  unread: [
    secret({ policy: allowing('*', { StringEquals: { 'aws:PrincipalMood': 'calm' } }) }),
    secret({ policy: unread('AccessDeniedException') }),
  ],
})
