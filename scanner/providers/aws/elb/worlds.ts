// Fixtures for this service's check tests.
import { world } from '../../../kit/verify.ts'
import type { Attributes, Listener, LoadBalancer } from './resources.ts'

export const attributes = (changes: Partial<Attributes> = {}): Attributes => ({
  cross_zone: true,
  access_logs: true,
  connection_draining: true,
  desync_mode: 'defensive',
  ...changes,
})

export const listener = (changes: Partial<Listener> = {}): Listener => ({
  port: 443,
  protocol: 'HTTPS',
  certificate: 'arn:aws:acm:eu-west-1:123456789012:certificate/1',
  policies: ['ELBSecurityPolicy-TLS-1-2-2017-01'],
  ...changes,
})

export const plain = listener({ port: 80, protocol: 'HTTP', certificate: null, policies: [] })

export const loadBalancer = world<LoadBalancer>({
  uid: 'arn:aws:elasticloadbalancing:eu-west-1:123456789012:loadbalancer/intranet',
  name: 'intranet',
  region: 'eu-west-1',
  scheme: 'internal',
  zones: ['eu-west-1a', 'eu-west-1b'],
  listeners: [listener()],
  attributes: attributes(),
  old_tls: [],
})
