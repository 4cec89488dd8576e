import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './iam_policy_no_wildcard_marketplace_subscribe.ts'
import { allow, deny, policy } from './worlds.ts'

const holding = (...statements: ReturnType<typeof allow>[]) => policy({ statements })
const approved = {
  Condition: { 'ForAllValues:StringEquals': { 'aws-marketplace:ProductId': ['prod-1'] } },
}

verify(check, {
  pass: [
    policy(),
    holding(allow('aws-marketplace:ViewSubscriptions')),
    holding(allow('aws-marketplace:Subscribe', approved)),
    holding(allow('aws-marketplace:*'), deny('aws-marketplace:Subscribe')),
  ],
  fail: [
    holding(allow('aws-marketplace:Subscribe')),
    holding(allow('*')),
    holding(allow('aws-marketplace:Subscribe', approved), allow('aws-marketplace:*')),
  ],
  unread: [policy({ statements: unread('broken_policy', { outcome: 'error' }) })],
})
