import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './organization_default_repository_permission_strict.ts'
import { organization } from './worlds.ts'

verify(check, {
  pass: [organization(), organization({ default_repository_permission: 'none' })],
  fail: [
    organization({ default_repository_permission: 'write' }),
    organization({ default_repository_permission: 'admin' }),
  ],
  unread: [organization({ default_repository_permission: unread('not_shown') })],
})
