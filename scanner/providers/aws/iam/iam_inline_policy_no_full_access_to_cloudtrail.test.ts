import { verify } from '../../../kit/verify.ts'
import check from './iam_inline_policy_no_full_access_to_cloudtrail.ts'
import { everythingOfCloudtrail, holding } from './policy-worlds.ts'
import { inlinePolicy } from './worlds.ts'

verify(check, holding(everythingOfCloudtrail, inlinePolicy))
