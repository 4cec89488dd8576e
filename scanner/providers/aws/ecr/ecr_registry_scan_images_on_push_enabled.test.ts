import { verify } from '../../../kit/verify.ts'
import check from './ecr_registry_scan_images_on_push_enabled.ts'
import { registry } from './worlds.ts'

verify(check, {
  pass: [
    registry(),
    registry({
      scan_type: 'ENHANCED',
      rules: [{ frequency: 'CONTINUOUS_SCAN', filters: ['shop', '*'] }],
    }),
  ],
  fail: [
    registry({ rules: [] }),
    registry({ rules: [{ frequency: 'SCAN_ON_PUSH', filters: ['shop*'] }] }),
    registry({ rules: [{ frequency: 'MANUAL', filters: ['*'] }] }),
  ],
})
