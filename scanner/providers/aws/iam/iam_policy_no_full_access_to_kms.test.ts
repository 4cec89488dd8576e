import { verify } from '../../../kit/verify.ts'
import check from './iam_policy_no_full_access_to_kms.ts'
import { everythingOfKms, holding } from './policy-worlds.ts'
import { policy } from './worlds.ts'

verify(check, holding(everythingOfKms, policy))
