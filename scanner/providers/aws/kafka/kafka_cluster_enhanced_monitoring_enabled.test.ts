import { verify } from '../../../kit/verify.ts'
import check from './kafka_cluster_enhanced_monitoring_enabled.ts'
import { cluster, serverless } from './worlds.ts'

verify(check, {
  pass: [cluster(), cluster({ monitoring: 'PER_TOPIC_PER_PARTITION' })],
  fail: [cluster({ monitoring: 'DEFAULT' })],
  none: [serverless(), cluster({ monitoring: 'DEFAULT' }, { state: 'DELETING' })],
  unread: [cluster({ monitoring: null })],
})
