import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './cognito_identity_pool_guest_access_disabled.ts'
import { identityPool } from './worlds.ts'

verify(check, {
  pass: [identityPool()],
  fail: [identityPool({ guests: true })],
  unread: [identityPool({ guests: unread('AccessDeniedException') })],
})
