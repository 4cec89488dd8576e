import { verify } from '../../../kit/verify.ts'
import check from './cloudwatch_log_group_kms_encryption_enabled.ts'
import { logGroup } from './worlds.ts'

verify(check, {
  pass: [logGroup()],
  fail: [logGroup({ kms_key: null })],
})
