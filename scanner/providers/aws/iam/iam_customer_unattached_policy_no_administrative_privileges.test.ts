import { verify } from '../../../kit/verify.ts'
import check from './iam_customer_unattached_policy_no_administrative_privileges.ts'
import { administration, holding } from './policy-worlds.ts'
import { allow, policy } from './worlds.ts'

verify(check, {
  ...holding(administration, (changes) => policy({ attachments: 0, ...changes })),
  none: [policy({ attachments: 1, statements: [allow('*')] })],
})
