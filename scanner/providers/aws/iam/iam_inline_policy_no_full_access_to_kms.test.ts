import { verify } from '../../../kit/verify.ts'
import check from './iam_inline_policy_no_full_access_to_kms.ts'
import { everythingOfKms, holding } from './policy-worlds.ts'
import { inlinePolicy } from './worlds.ts'

verify(check, holding(everythingOfKms, inlinePolicy))
