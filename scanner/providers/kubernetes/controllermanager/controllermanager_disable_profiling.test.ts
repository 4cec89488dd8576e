import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './controllermanager_disable_profiling.ts'
import { manager } from './worlds.ts'

verify(check, {
  pass: [manager()],
  fail: [manager({ profiling: null }), manager({ profiling: true })],
  unread: [manager({ profiling: unread('flag_not_literal') })],
})
