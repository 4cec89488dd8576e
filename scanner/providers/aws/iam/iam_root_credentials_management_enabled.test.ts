import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './iam_root_credentials_management_enabled.ts'
import { root } from './worlds.ts'

verify(check, {
  pass: [root()],
  fail: [root({ organization_features: [] }), root({ organization_features: ['RootSessions'] })],
  unread: [root({ organization_features: unread('AccessDenied') })],
})
