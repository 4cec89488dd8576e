import { verify } from '../../../kit/verify.ts'
import check from './rds_instance_integration_cloudwatch_logs.ts'
import { instance } from './worlds.ts'

verify(check, {
  pass: [instance(), instance({ exported_logs: ['error', 'slowquery'] })],
  fail: [instance({ exported_logs: [] })],
  none: [
    instance({ exported_logs: [], cluster: 'ledger' }),
    instance({ exported_logs: [], engine: 'custom-sqlserver-se' }),
  ],
})
