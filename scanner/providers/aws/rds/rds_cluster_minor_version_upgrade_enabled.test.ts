import { verify } from '../../../kit/verify.ts'
import check from './rds_cluster_minor_version_upgrade_enabled.ts'
import { cluster } from './worlds.ts'

verify(check, {
  pass: [cluster()],
  fail: [cluster({ minor_upgrades: false })],
  none: [cluster({ minor_upgrades: null })],
})
