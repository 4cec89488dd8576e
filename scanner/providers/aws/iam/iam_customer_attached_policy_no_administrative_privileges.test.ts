import { verify } from '../../../kit/verify.ts'
import check from './iam_customer_attached_policy_no_administrative_privileges.ts'
import { administration, holding } from './policy-worlds.ts'
import { allow, policy } from './worlds.ts'

verify(check, {
  ...holding(administration, policy),
  none: [policy({ attachments: 0, statements: [allow('*')] })],
})
