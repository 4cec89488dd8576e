import { unread } from '../../../kit/index.ts'
import { given, verify } from '../../../kit/verify.ts'
import check from './neptune_cluster_backup_enabled.ts'
import { cluster } from './worlds.ts'

const atLeast = (days: number, record: ReturnType<typeof cluster>) =>
  given(record, { config: { minimum_backup_retention_period: days } })

verify(check, {
  pass: [cluster(), cluster({ backup_days: 7 }), atLeast(3, cluster({ backup_days: 3 }))],
  fail: [cluster({ backup_days: 6 }), cluster({ backup_days: 1 }), atLeast(30, cluster())],
  unread: [cluster({ backup_days: unread('broken_answer') })],
})
