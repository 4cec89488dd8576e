import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './neptune_cluster_copy_tags_to_snapshots.ts'
import { cluster } from './worlds.ts'

verify(check, {
  pass: [cluster()],
  fail: [cluster({ copies_tags: false })],
  unread: [cluster({ copies_tags: unread('broken_answer') })],
})
