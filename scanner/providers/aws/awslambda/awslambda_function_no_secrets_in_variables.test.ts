import { unread } from '../../../kit/index.ts'
import { given, verify } from '../../../kit/verify.ts'
import check from './awslambda_function_no_secrets_in_variables.ts'
import { lambda } from './worlds.ts'

const suspect = lambda({ suspects: [{ name: 'API_TOKEN', seems: 'a GitHub token' }] })

verify(check, {
  pass: [lambda(), given(suspect, { config: { secrets_ignore_patterns: ['API_*'] } })],
  fail: [suspect, given(suspect, { config: { secrets_ignore_patterns: ['api_*'] } })],
  unread: [lambda({ suspects: unread('AccessDeniedException', { action: 'kms:Decrypt' }) })],
})
