import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './organization_repository_creation_limited.ts'
import { organization } from './worlds.ts'

verify(check, {
  pass: [organization()],
  fail: [
    organization({ members_can_create: ['private'] }),
    organization({ members_can_create: ['some'] }),
  ],
  unread: [organization({ members_can_create: unread('not_shown') })],
})
