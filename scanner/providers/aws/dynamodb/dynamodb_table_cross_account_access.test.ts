import { unread } from '../../../kit/index.ts'
import { given, verify } from '../../../kit/verify.ts'
import check from './dynamodb_table_cross_account_access.ts'
import { allowing, table } from './worlds.ts'

verify(check, {
  pass: [
    table(),
    table({ policy: allowing({ AWS: 'arn:aws:iam::123456789012:role/reader' }) }),
    given(table({ policy: allowing({ AWS: '210987654321' }) }), {
      config: { trusted_account_ids: ['210987654321'] },
    }),
  ],
  fail: [
    table({ policy: allowing({ AWS: 'arn:aws:iam::210987654321:role/reader' }) }),
    table({ policy: allowing('*') }),
  ],
  manual: [table({ policy: allowing('*', { StringEquals: { 'aws:SourceVpc': 'vpc-1' } }) })],
  unread: [
    table({ policy: allowing('*', { StringEquals: { 'aws:PrincipalMood': 'calm' } }) }),
    table({ policy: unread('AccessDeniedException') }),
  ],
})
