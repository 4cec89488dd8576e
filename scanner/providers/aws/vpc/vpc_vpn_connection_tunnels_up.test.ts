import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './vpc_vpn_connection_tunnels_up.ts'
import { vpnConnection } from './worlds.ts'

const up = { address: '198.51.100.1', up: true }
const down = { address: '198.51.100.2', up: false }

verify(check, {
  pass: [vpnConnection()],
  fail: [
    vpnConnection({ tunnels: [up, down] }),
    vpnConnection({ tunnels: [down, down] }),
    vpnConnection({ tunnels: [up] }),
    vpnConnection({ tunnels: [] }),
  ],
  none: [
    vpnConnection({ state: 'pending', tunnels: [down, down] }),
    vpnConnection({ state: 'deleted', tunnels: [] }),
  ],
  unread: [vpnConnection({ tunnels: unread('broken_answer') })],
})
