import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './ec2_confidential_workload_host_not_running.ts'
import { instance } from './worlds.ts'

verify(check, {
  pass: [instance({ enclaves: true })],
  fail: [
    instance({ enclaves: true, state: 'stopped' }),
    instance({ enclaves: true, state: 'stopping' }),
  ],
  none: [instance({ state: 'stopped' }), instance({ enclaves: true, state: 'pending' })],
  unread: [instance({ enclaves: unread('broken_answer'), state: 'stopped' })],
})
