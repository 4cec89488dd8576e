import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './rds_instance_enhanced_monitoring_enabled.ts'
import { instance } from './worlds.ts'

verify(check, {
  pass: [instance(), instance({ monitoring_seconds: 1 })],
  fail: [
    instance({ monitoring_seconds: 0 }),
    instance({ monitoring_seconds: 0, cluster: 'ledger' }),
  ],
  none: [instance({ monitoring_seconds: 0, engine: 'custom-oracle-ee' })],
  unread: [instance({ monitoring_seconds: unread('broken_answer') })],
})
