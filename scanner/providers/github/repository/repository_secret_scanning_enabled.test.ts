import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './repository_secret_scanning_enabled.ts'
import { repository } from './worlds.ts'

verify(check, {
  pass: [repository()],
  fail: [
    repository({ secret_scanning: false }),
    repository({ archived: true, secret_scanning: false }),
  ],
  unread: [repository({ secret_scanning: unread('not_shown') })],
})
