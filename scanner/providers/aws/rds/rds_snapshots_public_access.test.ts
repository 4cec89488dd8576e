import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './rds_snapshots_public_access.ts'
import { snapshot } from './worlds.ts'

verify(check, {
  pass: [snapshot(), snapshot({ shared_with: ['210987654321'] })],
  fail: [snapshot({ shared_with: ['all'] }), snapshot({ shared_with: ['210987654321', 'all'] })],
  none: [snapshot({ type: 'automated', shared_with: null })],
  unread: [snapshot({ shared_with: unread('AccessDenied') })],
})
