import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './ec2_instance_with_outdated_ami.ts'
import { instance } from './worlds.ts'

verify(check, {
  pass: [instance(), instance({ image: { deprecated_at: '2026-01-15T12:00:01.000Z' } })],
  fail: [instance({ image: { deprecated_at: '2026-01-15T12:00:00.000Z' } })],
  // Deregistered or private: the response is the same.
  manual: [instance({ image: null })],
  unread: [instance({ image: unread('UnauthorizedOperation') })],
})
