// Fixtures for this service's check tests.
import { world } from '../../../kit/verify.ts'
import type { Attributes, Listener, LoadBalancer } from './resources.ts'

export const attributes = (changes: Partial<Attributes> = {}): Attributes => ({
  access_logs: true,
  deletion_protection: true,
  cross_zone: null,
  drop_invalid_headers: true,
  desync_mode: 'defensive',
  ...changes,
})

export const listener = (changes: Partial<Listener> = {}): Listener => ({
  arn: 'arn:aws:elasticloadbalancing:eu-west-1:123456789012:listener/app/shop/1/2',
  protocol: 'HTTPS',
  port: 443,
  ssl_policy: 'ELBSecurityPolicy-TLS13-1-2-Res-PQ-2025-09',
  ...changes,
})

export const loadBalancer = world<LoadBalancer>({
  uid: 'arn:aws:elasticloadbalancing:eu-west-1:123456789012:loadbalancer/app/shop/1',
  name: 'shop',
  region: 'eu-west-1',
  type: 'application',
  scheme: 'internet-facing',
  zones: ['eu-west-1a', 'eu-west-1b'],
  attributes: attributes(),
  listeners: [listener()],
  plain_rules: [],
  old_tls: [],
  web_acl: 'arn:aws:wafv2:eu-west-1:123456789012:regional/webacl/shop/1',
})

export const networkBalancer = (changes: Partial<LoadBalancer> = {}): LoadBalancer =>
  loadBalancer({
    name: 'feed',
    type: 'network',
    attributes: attributes({ cross_zone: true, drop_invalid_headers: null, desync_mode: null }),
    listeners: [listener({ protocol: 'TLS' })],
    web_acl: null,
    ...changes,
  })
