import { verify } from '../../../kit/verify.ts'
import check from './dms_endpoint_ssl_enabled.ts'
import { endpoint } from './worlds.ts'

verify(check, {
  pass: [endpoint(), endpoint({ ssl_mode: 'require', engine: 'postgres' })],
  fail: [endpoint({ ssl_mode: 'none' }), endpoint({ ssl_mode: 'none', engine: 'mongodb' })],
  none: [
    endpoint({ ssl_mode: 'none', engine: 's3' }),
    endpoint({ ssl_mode: 'none', status: 'deleting' }),
  ],
  unread: [endpoint({ ssl_mode: null })],
})
