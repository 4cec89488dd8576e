import { unread } from '../../../kit/index.ts'
import { verify, world } from '../../../kit/verify.ts'
import check from './apitoken_restricted_to_network_zone.ts'
import type { ApiToken } from './resources.ts'

const sound = world<ApiToken>({
  uid: 'acme.okta.com/api-token/00T1',
  name: 'script',
  region: '',
  network: { connection: 'ZONE', include: ['nzo1'], exclude: [] },
  roles: [],
})

verify(check, {
  pass: [sound(), sound({ network: { connection: 'ZONE', include: ['a', 'b'], exclude: [] } })],
  fail: [
    sound({ network: { connection: 'ANYWHERE', include: [], exclude: [] } }),
    sound({ network: { connection: 'ZONE', include: [], exclude: ['nzo2'] } }),
    sound({ network: { connection: 'ZONE', include: [], exclude: [] } }),
    sound({ network: { connection: 'ANYWHERE', include: ['nzo1'], exclude: [] } }),
  ],
  manual: [sound({ network: { connection: 'ZONE', include: ['ALL_ZONES'], exclude: [] } })],
  unread: [sound({ network: unread('broken_answer', { outcome: 'error' }) })],
})
