// Fixtures for this service's check tests.
import { world } from '../../../kit/verify.ts'
import type { GraphqlApi } from './resources.ts'

export const api = world<GraphqlApi>({
  uid: 'arn:aws:appsync:eu-west-1:123456789012:apis/a',
  name: 'shop',
  region: 'eu-west-1',
  log_level: 'ERROR',
  authentication: ['AMAZON_COGNITO_USER_POOLS', 'AWS_IAM'],
})
