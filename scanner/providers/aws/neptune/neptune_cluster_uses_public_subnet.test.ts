import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './neptune_cluster_uses_public_subnet.ts'
import { cluster } from './worlds.ts'

verify(check, {
  pass: [cluster()],
  fail: [cluster({ public_subnets: ['subnet-1'] })],
  unread: [cluster({ public_subnets: unread('AccessDenied') })],
})
