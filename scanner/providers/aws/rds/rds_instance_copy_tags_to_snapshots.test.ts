import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './rds_instance_copy_tags_to_snapshots.ts'
import { instance } from './worlds.ts'

verify(check, {
  pass: [instance()],
  fail: [instance({ copies_tags: false })],
  none: [instance({ copies_tags: false, cluster: 'ledger' })],
  unread: [instance({ copies_tags: unread('broken_answer') })],
})
