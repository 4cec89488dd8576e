import { verify } from '../../../kit/verify.ts'
import check from './documentdb_cluster_cloudwatch_log_export.ts'
import { cluster } from './worlds.ts'

verify(check, {
  pass: [cluster(), cluster({ exported_logs: ['audit'] })],
  fail: [cluster({ exported_logs: [] }), cluster({ exported_logs: ['profiler'] })],
})
