import { unread } from '../../../kit/index.ts'
import { given, verify } from '../../../kit/verify.ts'
import check from './rds_instance_backup_enabled.ts'
import { instance } from './worlds.ts'

const replicasToo = (record: ReturnType<typeof instance>) =>
  given(record, { config: { check_rds_instance_replicas: true } })

verify(check, {
  pass: [instance(), instance({ backup_days: 1 }), replicasToo(instance({ replica_of: 'orders' }))],
  fail: [
    instance({ backup_days: 0 }),
    replicasToo(instance({ replica_of: 'orders', backup_days: 0 })),
  ],
  none: [
    instance({ replica_of: 'orders', backup_days: 0 }),
    instance({ cluster: 'ledger', backup_days: 1 }),
  ],
  unread: [instance({ backup_days: unread('broken_answer') })],
})
