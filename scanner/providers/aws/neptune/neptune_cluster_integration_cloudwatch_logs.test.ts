import { verify } from '../../../kit/verify.ts'
import check from './neptune_cluster_integration_cloudwatch_logs.ts'
import { cluster } from './worlds.ts'

verify(check, {
  pass: [cluster(), cluster({ exported_logs: ['audit', 'slowquery'] })],
  fail: [cluster({ exported_logs: [] }), cluster({ exported_logs: ['slowquery'] })],
})
