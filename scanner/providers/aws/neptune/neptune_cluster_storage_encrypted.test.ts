import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './neptune_cluster_storage_encrypted.ts'
import { cluster } from './worlds.ts'

verify(check, {
  pass: [cluster()],
  fail: [cluster({ storage_encrypted: false })],
  unread: [cluster({ storage_encrypted: unread('broken_answer') })],
})
