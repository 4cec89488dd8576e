import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './cloudwatch_cross_account_sharing_disabled.ts'
import { account } from './worlds.ts'

const arn = 'arn:aws:iam::123456789012:role/CloudWatch-CrossAccountSharingRole'

verify(check, {
  pass: [account()],
  fail: [account({ sharing_role: { arn } })],
  unread: [account({ sharing_role: unread('AccessDenied') })],
})
