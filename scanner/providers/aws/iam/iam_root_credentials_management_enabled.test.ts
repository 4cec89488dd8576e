import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './iam_root_credentials_management_enabled.ts'
import { root } from './worlds.ts'

verify(check, {
  pass: [root()],
  fail: [root({ organization_features: [] }), root({ organization_features: ['RootSessions'] })],
  // Not in an organization, or not its management account.
  none: [root({ organization_features: null })],
  unread: [root({ organization_features: unread('AccessDenied') })],
})
