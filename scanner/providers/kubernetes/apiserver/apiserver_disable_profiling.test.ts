import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './apiserver_disable_profiling.ts'
import { server } from './worlds.ts'

verify(check, {
  pass: [server()],
  fail: [server({ profiling: null }), server({ profiling: true })],
  unread: [server({ profiling: unread('flag_not_literal') })],
})
