import { verify } from '../../../kit/verify.ts'
import check from './dynamodb_accelerator_cluster_encryption_enabled.ts'
import { accelerator } from './worlds.ts'

verify(check, {
  pass: [accelerator()],
  fail: [accelerator({ encrypted: false })],
  none: [accelerator({ encrypted: false, status: 'creating' })],
  unread: [accelerator({ encrypted: null })],
})
