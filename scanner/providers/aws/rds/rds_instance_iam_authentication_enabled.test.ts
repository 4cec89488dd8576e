import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './rds_instance_iam_authentication_enabled.ts'
import { instance } from './worlds.ts'

const off = (changes: Parameters<typeof instance>[0]) =>
  instance({ iam_authentication: false, ...changes })

verify(check, {
  pass: [instance(), instance({ engine: 'mariadb', engine_version: '10.6.20' })],
  fail: [off({}), off({ engine: 'mysql' }), off({ engine: 'mariadb', engine_version: '11.4.5' })],
  none: [
    off({ cluster: 'ledger' }),
    off({ engine: 'mariadb', engine_version: '10.5.27' }),
    off({ engine: 'oracle-se2' }),
    off({ engine: 'sqlserver-ex' }),
    off({ engine: 'db2-se' }),
    off({ engine: 'custom-sqlserver-ee' }),
  ],
  unread: [instance({ iam_authentication: unread('broken_answer') })],
})
