import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './ec2_client_vpn_endpoint_connection_logging_enabled.ts'
import { clientVpnEndpoint } from './worlds.ts'

verify(check, {
  pass: [clientVpnEndpoint(), clientVpnEndpoint({ state: 'pending-associate' })],
  fail: [clientVpnEndpoint({ connection_log: false })],
  none: [clientVpnEndpoint({ connection_log: false, state: 'deleting' })],
  unread: [clientVpnEndpoint({ connection_log: unread('broken_answer') })],
})
