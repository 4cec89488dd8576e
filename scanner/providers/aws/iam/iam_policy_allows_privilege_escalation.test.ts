import { verify } from '../../../kit/verify.ts'
import check from './iam_policy_allows_privilege_escalation.ts'
import { escalation, holding } from './policy-worlds.ts'
import { policy } from './worlds.ts'

verify(check, holding(escalation, policy))
