import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './securityhub_enabled.ts'
import { region } from './worlds.ts'

const arn = 'arn:aws:securityhub:eu-west-1:123456789012:hub/default'
const product = 'arn:aws:securityhub:eu-west-1:123456789012:product-subscription/aws/guardduty'

verify(check, {
  pass: [region(), region({ hub: { arn, standards: [], products: [product] } })],
  fail: [region({ hub: null }), region({ hub: { arn, standards: [], products: [] } })],
  unread: [region({ hub: unread('AccessDeniedException') })],
})
