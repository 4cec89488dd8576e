import { given, verify } from '../../../kit/verify.ts'
import check from './cloudwatch_log_group_retention_policy_specific_days_enabled.ts'
import { logGroup } from './worlds.ts'

verify(check, {
  pass: [
    logGroup(),
    logGroup({ retention_days: 400 }),
    logGroup({ retention_days: null }),
    given(logGroup({ retention_days: 30 }), { config: { log_group_retention_days: 30 } }),
  ],
  fail: [logGroup({ retention_days: 180 })],
  none: [logGroup({ retention_days: 2, delivery: true })],
})
