// Fixtures for this service's check tests.
import { world } from '../../../kit/verify.ts'
import type { Api, Route, Stage } from './resources.ts'

export const route = (key: string, authorization = 'JWT'): Route => ({ key, authorization })

export const api = world<Api>({
  uid: 'arn:aws:apigateway:eu-west-1::/apis/a1b2c3',
  name: 'orders',
  region: 'eu-west-1',
  protocol: 'HTTP',
  routes: [route('GET /orders'), route('$default', 'AWS_IAM')],
})

export const stage = world<Stage>({
  uid: 'arn:aws:apigateway:eu-west-1::/apis/a1b2c3/stages/$default',
  name: 'orders/$default',
  region: 'eu-west-1',
  access_logs: 'arn:aws:logs:eu-west-1:123456789012:log-group:orders',
})
