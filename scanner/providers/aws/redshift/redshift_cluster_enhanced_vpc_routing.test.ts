import { verify } from '../../../kit/verify.ts'
import check from './redshift_cluster_enhanced_vpc_routing.ts'
import { cluster } from './worlds.ts'

verify(check, {
  pass: [cluster()],
  fail: [cluster({ enhanced_routing: false })],
  none: [cluster({ enhanced_routing: false, status: 'deleting' })],
  unread: [cluster({ enhanced_routing: null })],
})
