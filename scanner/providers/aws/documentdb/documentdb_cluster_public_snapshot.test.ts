import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './documentdb_cluster_public_snapshot.ts'
import { snapshot } from './worlds.ts'

verify(check, {
  pass: [snapshot(), snapshot({ shared_with: ['210987654321'] })],
  fail: [snapshot({ shared_with: ['all'] })],
  none: [snapshot({ type: 'automated', shared_with: null })],
  unread: [snapshot({ shared_with: unread('AccessDenied') })],
})
