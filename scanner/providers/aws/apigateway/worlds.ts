// Fixtures for this service's check tests.
import { world } from '../../../kit/verify.ts'
import type { DomainName, Method, MethodSettings, RestApi, Stage } from './resources.ts'

export const method = (changes: Partial<Method> = {}): Method => ({
  path: '/orders',
  verb: 'GET',
  authorization: 'AWS_IAM',
  ...changes,
})

export const restApi = world<RestApi>({
  uid: 'arn:aws:apigateway:eu-west-1::/restapis/a1b2c3',
  name: 'orders',
  region: 'eu-west-1',
  api_id: 'a1b2c3',
  endpoint_types: ['REGIONAL'],
  methods: [method()],
})

export const settings = (changes: Partial<MethodSettings> = {}): MethodSettings => ({
  method: '*/*',
  logging: 'ERROR',
  caching: false,
  cache_encrypted: false,
  ...changes,
})

export const stage = world<Stage>({
  uid: 'arn:aws:apigateway:eu-west-1::/restapis/a1b2c3/stages/live',
  name: 'orders/live',
  region: 'eu-west-1',
  settings: [settings()],
  cache_cluster: false,
  client_certificate: 'c4d5e6',
  web_acl: 'arn:aws:wafv2:eu-west-1:123456789012:regional/webacl/api/1',
  tracing: true,
  suspects: [],
})

export const domainName = world<DomainName>({
  uid: 'arn:aws:apigateway:eu-west-1::/domainnames/api.example.com',
  name: 'api.example.com',
  region: 'eu-west-1',
  security_policy: 'SecurityPolicy_TLS13_1_2_PQ_2025_09',
})
