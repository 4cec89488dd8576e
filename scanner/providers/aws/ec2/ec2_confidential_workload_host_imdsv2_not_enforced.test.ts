import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './ec2_confidential_workload_host_imdsv2_not_enforced.ts'
import { instance } from './worlds.ts'

const optional = { endpoint: 'enabled', tokens: 'optional' }

verify(check, {
  pass: [
    instance({ enclaves: true }),
    instance({ enclaves: true, metadata: { endpoint: 'disabled', tokens: 'optional' } }),
  ],
  fail: [
    instance({ enclaves: true, metadata: optional }),
    instance({ enclaves: true, metadata: optional, state: 'stopped' }),
  ],
  none: [instance({ metadata: optional })],
  unread: [
    instance({ enclaves: unread('broken_answer') }),
    instance({ enclaves: true, metadata: unread('broken_answer') }),
  ],
})
