import { verify } from '../../../kit/verify.ts'
import check from './dms_endpoint_redis_in_transit_encryption_enabled.ts'
import { endpoint } from './worlds.ts'

verify(check, {
  pass: [endpoint({ engine: 'redis', redis_protocol: 'ssl-encryption' })],
  fail: [endpoint({ engine: 'redis', redis_protocol: 'plaintext' })],
  none: [
    endpoint(),
    endpoint({ engine: 'redis', redis_protocol: 'plaintext', status: 'deleting' }),
  ],
  unread: [endpoint({ engine: 'redis' })],
})
