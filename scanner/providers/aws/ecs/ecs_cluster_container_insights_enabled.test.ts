import { verify } from '../../../kit/verify.ts'
import check from './ecs_cluster_container_insights_enabled.ts'
import { cluster } from './worlds.ts'

verify(check, {
  pass: [cluster(), cluster({ container_insights: 'enhanced' })],
  fail: [cluster({ container_insights: 'disabled' })],
  none: [cluster({ status: 'INACTIVE', container_insights: 'disabled' })],
})
