import { verify } from '../../../kit/verify.ts'
import check from './dynamodb_accelerator_cluster_multi_az.ts'
import { accelerator } from './worlds.ts'

verify(check, {
  pass: [accelerator()],
  fail: [accelerator({ zones: ['eu-west-1a', 'eu-west-1a'] }), accelerator({ zones: [] })],
  none: [accelerator({ zones: [], status: 'creating' })],
})
