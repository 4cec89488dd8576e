import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './redshift_cluster_audit_logging.ts'
import { cluster } from './worlds.ts'

verify(check, {
  pass: [cluster(), cluster({ logging: { enabled: true, destination: 's3' } })],
  fail: [cluster({ logging: { enabled: false, destination: null } })],
  none: [cluster({ status: 'deleting' })],
  unread: [cluster({ logging: unread('AccessDenied') })],
})
