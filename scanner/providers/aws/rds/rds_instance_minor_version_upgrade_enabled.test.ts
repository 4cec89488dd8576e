import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './rds_instance_minor_version_upgrade_enabled.ts'
import { instance } from './worlds.ts'

verify(check, {
  pass: [instance(), instance({ cluster: 'ledger' })],
  fail: [
    instance({ minor_upgrades: false }),
    instance({ minor_upgrades: false, cluster: 'ledger' }),
  ],
  none: [instance({ minor_upgrades: false, engine: 'custom-oracle-ee' })],
  unread: [instance({ minor_upgrades: unread('broken_answer') })],
})
