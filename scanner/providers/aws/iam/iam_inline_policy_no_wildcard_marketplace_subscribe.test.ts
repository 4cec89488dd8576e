import { verify } from '../../../kit/verify.ts'
import check from './iam_inline_policy_no_wildcard_marketplace_subscribe.ts'
import { holding, marketplace } from './policy-worlds.ts'
import { inlinePolicy } from './worlds.ts'

verify(check, holding(marketplace, inlinePolicy))
