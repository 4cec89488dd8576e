// Fixtures for this service's check tests.
import { world } from '../../../kit/verify.ts'
import type { WebAcl } from './resources.ts'

export const webAcl = world<WebAcl>({
  uid: 'arn:aws:wafv2:eu-west-1:123456789012:regional/webacl/shop/1',
  name: 'shop',
  region: 'eu-west-1',
  scope: 'REGIONAL',
  log_destinations: ['arn:aws:logs:eu-west-1:123456789012:log-group:aws-waf-logs-shop'],
  rules: [{ name: 'common', metrics: true }],
})
