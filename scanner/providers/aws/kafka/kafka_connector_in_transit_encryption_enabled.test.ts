import { verify } from '../../../kit/verify.ts'
import check from './kafka_connector_in_transit_encryption_enabled.ts'
import { connector } from './worlds.ts'

verify(check, {
  pass: [connector()],
  fail: [connector({ encryption: 'PLAINTEXT' })],
  none: [connector({ encryption: 'PLAINTEXT', state: 'CREATING' })],
  unread: [connector({ encryption: null })],
})
