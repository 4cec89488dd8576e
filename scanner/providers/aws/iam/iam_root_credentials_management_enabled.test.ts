import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './iam_root_credentials_management_enabled.ts'
import { root } from './worlds.ts'

verify(check, {
  pass: [root()],
  fail: [root({ organization_features: [] }), root({ organization_features: ['RootSessions'] })],
  // In no organization, or not its manager.
  none: [root({ organization_features: null })],
  unread: [root({ organization_features: unread('AccessDenied') })],
})
