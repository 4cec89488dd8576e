import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './repository_has_codeowners_file.ts'
import { repository } from './worlds.ts'

verify(check, {
  pass: [repository(), repository({ codeowners: ['CODEOWNERS'] })],
  fail: [repository({ codeowners: [] })],
  none: [repository({ codeowners: null }), repository({ archived: true, codeowners: [] })],
  unread: [repository({ codeowners: unread('forbidden') })],
})
