import { verify } from '../../../kit/verify.ts'
import check from './redshift_cluster_automatic_upgrades.ts'
import { cluster } from './worlds.ts'

verify(check, {
  pass: [cluster()],
  fail: [cluster({ upgrades: false })],
  none: [cluster({ upgrades: false, status: 'final-snapshot' })],
  unread: [cluster({ upgrades: null })],
})
