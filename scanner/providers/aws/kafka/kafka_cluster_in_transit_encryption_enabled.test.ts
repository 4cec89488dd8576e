import { verify } from '../../../kit/verify.ts'
import check from './kafka_cluster_in_transit_encryption_enabled.ts'
import { cluster, serverless } from './worlds.ts'

verify(check, {
  pass: [cluster()],
  fail: [
    cluster({ client_encryption: 'TLS_PLAINTEXT' }),
    cluster({ client_encryption: 'PLAINTEXT' }),
    cluster({ inner_encryption: false }),
  ],
  none: [serverless(), cluster({ inner_encryption: false }, { state: 'CREATING' })],
  unread: [cluster({ client_encryption: null }), cluster({ inner_encryption: null })],
})
