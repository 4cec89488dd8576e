import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './rds_snapshots_encrypted.ts'
import { snapshot } from './worlds.ts'

verify(check, {
  pass: [snapshot(), snapshot({ type: 'automated' })],
  fail: [snapshot({ encrypted: false })],
  unread: [snapshot({ encrypted: unread('broken_answer') })],
})
