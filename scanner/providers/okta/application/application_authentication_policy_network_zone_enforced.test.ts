import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './application_authentication_policy_network_zone_enforced.ts'
import { anywhere, app, deny, rule } from './worlds.ts'

verify(check, {
  pass: [app(), app({ rules: [rule(), rule(), deny()] })],
  fail: [app({ rules: [rule(), rule({ network: anywhere })] })],
  manual: [
    app({ rules: [rule({ network: { connection: 'ZONE', include: [], exclude: ['nzo2'] } })] }),
    app({ rules: [deny({ network: rule().network }), rule({ network: anywhere })] }),
    app({
      rules: [rule({ network: { connection: 'ZONE', include: ['ALL_ZONES'], exclude: [] } })],
    }),
    app({ rules: null }),
  ],
  none: [app({ rules: [deny()] })],
  unread: [app({ rules: unread('E0000006') })],
})
