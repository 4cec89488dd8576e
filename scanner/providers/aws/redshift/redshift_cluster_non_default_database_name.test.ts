import { verify } from '../../../kit/verify.ts'
import check from './redshift_cluster_non_default_database_name.ts'
import { cluster } from './worlds.ts'

verify(check, {
  pass: [cluster()],
  fail: [cluster({ database: 'dev' })],
  none: [cluster({ database: 'dev', status: 'deleting' })],
  unread: [cluster({ database: null })],
})
