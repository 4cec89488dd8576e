import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './cognito_user_pool_client_token_revocation_enabled.ts'
import { client } from './worlds.ts'

verify(check, {
  pass: [client()],
  fail: [client({ details: { hides_users: true, revokes_tokens: false } })],
  unread: [
    client({ details: { hides_users: true, revokes_tokens: null } }),
    client({ details: unread('AccessDeniedException') }),
  ],
})
