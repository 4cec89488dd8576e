// Fixtures for this service's check tests.
import { world } from '../../../kit/verify.ts'
import type { FunctionUrl, LambdaFunction } from './resources.ts'

export const url = (changes: Partial<FunctionUrl> = {}): FunctionUrl => ({
  qualifier: '',
  auth_type: 'AWS_IAM',
  origins: [],
  ...changes,
})

export const lambda = world<LambdaFunction>({
  uid: 'arn:aws:lambda:eu-west-1:123456789012:function:resize',
  name: 'resize',
  region: 'eu-west-1',
  runtime: 'nodejs24.x',
  vpc_id: 'vpc-1',
  subnets: ['subnet-1', 'subnet-2'],
  dead_letter_target: 'arn:aws:sqs:eu-west-1:123456789012:failed',
  kms_key: null,
  variables: 1,
  suspects: [],
  policy: null,
  urls: [],
  zones: ['eu-west-1a', 'eu-west-1b'],
  recorded_by: 'arn:aws:cloudtrail:eu-west-1:123456789012:trail/audit',
})
