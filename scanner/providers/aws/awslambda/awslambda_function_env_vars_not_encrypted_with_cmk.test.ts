import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './awslambda_function_env_vars_not_encrypted_with_cmk.ts'
import { lambda } from './worlds.ts'

verify(check, {
  pass: [lambda({ kms_key: 'arn:aws:kms:eu-west-1:123456789012:key/1' })],
  fail: [lambda()],
  none: [lambda({ variables: 0 })],
  unread: [lambda({ variables: unread('AccessDeniedException', { action: 'kms:Decrypt' }) })],
})
