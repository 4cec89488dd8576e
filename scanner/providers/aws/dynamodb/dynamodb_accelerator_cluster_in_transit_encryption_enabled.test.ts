import { verify } from '../../../kit/verify.ts'
import check from './dynamodb_accelerator_cluster_in_transit_encryption_enabled.ts'
import { accelerator } from './worlds.ts'

verify(check, {
  pass: [accelerator()],
  fail: [accelerator({ endpoint_encryption: 'NONE' })],
  none: [accelerator({ endpoint_encryption: 'NONE', status: 'deleting' })],
  unread: [accelerator({ endpoint_encryption: null })],
})
