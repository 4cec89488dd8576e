import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './iam_inline_policy_no_wildcard_marketplace_subscribe.ts'
import { allow, deny, inlinePolicy } from './worlds.ts'

const holding = (...statements: ReturnType<typeof allow>[]) => inlinePolicy({ statements })
const approved = {
  Condition: { 'ForAllValues:StringEquals': { 'aws-marketplace:ProductId': ['prod-1'] } },
}

verify(check, {
  pass: [
    inlinePolicy(),
    holding(allow('aws-marketplace:ViewSubscriptions')),
    holding(allow('aws-marketplace:Subscribe', approved)),
    holding(allow('aws-marketplace:*'), deny('aws-marketplace:Subscribe')),
  ],
  fail: [
    holding(allow('aws-marketplace:Subscribe')),
    holding(allow('*')),
    holding(allow('aws-marketplace:Subscribe', approved), allow('aws-marketplace:*')),
  ],
  unread: [inlinePolicy({ statements: unread('broken_policy', { outcome: 'error' }) })],
})
