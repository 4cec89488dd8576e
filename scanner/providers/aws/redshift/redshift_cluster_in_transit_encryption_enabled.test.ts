import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './redshift_cluster_in_transit_encryption_enabled.ts'
import { cluster } from './worlds.ts'

verify(check, {
  pass: [cluster()],
  fail: [
    cluster({ requires_ssl: 'no' }),
    cluster({ requires_ssl: 'after a restart' }),
    cluster({ requires_ssl: 'not yet' }),
  ],
  none: [cluster({ requires_ssl: 'no', status: 'creating' })],
  unread: [cluster({ requires_ssl: unread('AccessDenied') })],
})
