import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './rds_instance_non_default_port.ts'
import { instance } from './worlds.ts'

verify(check, {
  pass: [instance(), instance({ engine: 'mysql', port: 5432 })],
  fail: [
    instance({ port: 5432 }),
    instance({ engine: 'mysql', port: 3306 }),
    instance({ engine: 'mariadb', port: 3306 }),
    instance({ engine: 'oracle-ee', port: 1521 }),
    instance({ engine: 'sqlserver-web', port: 1433 }),
    instance({ engine: 'db2-ae', port: 50_000 }),
  ],
  none: [
    instance({ port: 5432, cluster: 'ledger' }),
    instance({ port: null }),
    instance({ engine: 'unheard-of', port: 5432 }),
  ],
  unread: [instance({ port: unread('broken_answer') })],
})
