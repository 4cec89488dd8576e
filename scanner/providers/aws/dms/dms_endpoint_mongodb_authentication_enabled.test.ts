import { verify } from '../../../kit/verify.ts'
import check from './dms_endpoint_mongodb_authentication_enabled.ts'
import { endpoint } from './worlds.ts'

verify(check, {
  pass: [endpoint({ engine: 'mongodb', mongodb_auth: 'password' })],
  fail: [endpoint({ engine: 'mongodb', mongodb_auth: 'no' })],
  none: [endpoint(), endpoint({ engine: 'mongodb', mongodb_auth: 'no', status: 'deleting' })],
  unread: [endpoint({ engine: 'mongodb' })],
})
