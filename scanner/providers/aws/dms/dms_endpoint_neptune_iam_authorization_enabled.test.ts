import { verify } from '../../../kit/verify.ts'
import check from './dms_endpoint_neptune_iam_authorization_enabled.ts'
import { endpoint } from './worlds.ts'

verify(check, {
  pass: [endpoint({ engine: 'neptune', neptune_iam: true })],
  fail: [endpoint({ engine: 'neptune' })],
  none: [endpoint(), endpoint({ engine: 'neptune', status: 'deleting' })],
})
