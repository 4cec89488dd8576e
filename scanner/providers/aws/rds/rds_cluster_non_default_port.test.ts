import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './rds_cluster_non_default_port.ts'
import { cluster } from './worlds.ts'

verify(check, {
  pass: [cluster(), cluster({ engine: 'aurora-postgresql', port: 3306 })],
  fail: [
    cluster({ port: 3306 }),
    cluster({ engine: 'aurora-postgresql', port: 5432 }),
    cluster({ engine: 'postgres', port: 5432 }),
  ],
  none: [cluster({ engine: 'unheard-of', port: 3306 })],
  unread: [cluster({ port: unread('broken_answer') })],
})
