import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './signon_global_session_policy_network_zone_enforced.ts'
import { anywhere, deny, exceptZone, fromZone, policy, rule } from './worlds.ts'

verify(check, {
  pass: [policy(), policy({ rules: [rule({}, fromZone), deny()] })],
  fail: [
    policy({ rules: [rule({}, anywhere)] }),
    // The denying rule comes after the rule that allows every sign-in.
    policy({ rules: [rule({}, anywhere), deny(fromZone)] }),
    policy({ rules: [rule({}, { connection: 'ZONE', include: [], exclude: [] })] }),
  ],
  manual: [
    policy({ rules: [rule({}, exceptZone)] }),
    policy({ rules: [rule({}, { connection: 'ZONE', include: ['ALL_ZONES'], exclude: [] })] }),
    policy({ rules: [deny(fromZone), rule({}, anywhere)] }),
  ],
  none: [policy({ rules: [deny(fromZone)] })],
  unread: [policy({ rules: unread('E0000006') })],
})
