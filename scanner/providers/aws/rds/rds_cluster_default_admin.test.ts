import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './rds_cluster_default_admin.ts'
import { cluster } from './worlds.ts'

verify(check, {
  pass: [cluster(), cluster({ admin: 'administrator' })],
  fail: [cluster({ admin: 'admin' }), cluster({ admin: 'postgres' })],
  unread: [cluster({ admin: unread('broken_answer') })],
})
