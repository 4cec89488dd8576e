import { verify } from '../../../kit/verify.ts'
import check from './rds_cluster_integration_cloudwatch_logs.ts'
import { cluster } from './worlds.ts'

verify(check, {
  pass: [cluster(), cluster({ exported_logs: ['postgresql'] })],
  fail: [cluster({ exported_logs: [] })],
})
