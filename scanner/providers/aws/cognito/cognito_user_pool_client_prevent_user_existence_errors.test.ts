import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './cognito_user_pool_client_prevent_user_existence_errors.ts'
import { client } from './worlds.ts'

verify(check, {
  pass: [client()],
  fail: [client({ details: { hides_users: false, revokes_tokens: true } })],
  unread: [client({ details: unread('AccessDeniedException') })],
})
