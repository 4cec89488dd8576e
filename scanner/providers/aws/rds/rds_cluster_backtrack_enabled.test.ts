import { verify } from '../../../kit/verify.ts'
import check from './rds_cluster_backtrack_enabled.ts'
import { cluster } from './worlds.ts'

verify(check, {
  pass: [cluster(), cluster({ backtrack_seconds: 3_600 })],
  fail: [cluster({ backtrack_seconds: 0 })],
  none: [
    cluster({ backtrack_seconds: 0, engine: 'aurora-postgresql' }),
    cluster({ backtrack_seconds: 0, engine: 'mysql' }),
    cluster({ backtrack_seconds: 0, engine_mode: 'serverless' }),
    cluster({ backtrack_seconds: 0, global: true }),
  ],
})
