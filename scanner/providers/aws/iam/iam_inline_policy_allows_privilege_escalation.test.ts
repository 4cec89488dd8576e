import { verify } from '../../../kit/verify.ts'
import check from './iam_inline_policy_allows_privilege_escalation.ts'
import { escalation, holding } from './policy-worlds.ts'
import { inlinePolicy } from './worlds.ts'

verify(check, holding(escalation, inlinePolicy))
