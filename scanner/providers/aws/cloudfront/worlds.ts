// Fixtures for this service's check tests.
import { world } from '../../../kit/verify.ts'
import type { Behavior, Certificate, Distribution, Origin } from './resources.ts'

export const origin = (changes: Partial<Origin> = {}): Origin => ({
  id: 'website',
  domain: 'website.s3.eu-west-1.amazonaws.com',
  bucket: 'website',
  kind: 's3',
  access_control: 'E2EXAMPLE',
  access_identity: null,
  protocol_policy: null,
  ssl_protocols: [],
  ...changes,
})

export const server = (changes: Partial<Origin> = {}): Origin =>
  origin({
    id: 'shop',
    domain: 'shop.example.com',
    bucket: null,
    kind: 'custom',
    access_control: null,
    protocol_policy: 'https-only',
    ssl_protocols: ['TLSv1.2'],
    ...changes,
  })

export const behavior = (changes: Partial<Behavior> = {}): Behavior => ({
  path: '*',
  target: 'website',
  viewer_policy: 'redirect-to-https',
  field_encryption: null,
  realtime_logs: false,
  ...changes,
})

export const certificate = (changes: Partial<Certificate> = {}): Certificate => ({
  is_default: false,
  support_method: 'sni-only',
  min_version: 'TLSv1.2_2021',
  ...changes,
})

export const distribution = world<Distribution>({
  uid: 'arn:aws:cloudfront::123456789012:distribution/E1EXAMPLE',
  name: 'E1EXAMPLE',
  region: 'us-east-1',
  enabled: true,
  origins: [origin()],
  groups: [],
  behaviors: [behavior()],
  certificate: certificate(),
  geo_restriction: 'whitelist',
  web_acl: 'arn:aws:wafv2:us-east-1:123456789012:global/webacl/www/1',
  default_root_object: 'index.html',
  logging: 'standard logs',
  missing_buckets: [],
  unsigned: [],
})
