import { service } from '../../../kit/index.ts'
import type { Okta } from '../client.ts'
import dodWarningBannerConfigured from './signon_dod_warning_banner_configured.ts'
import globalSessionCookiesNotPersistent from './signon_global_session_cookies_not_persistent.ts'
import globalSessionIdleTimeout15min from './signon_global_session_idle_timeout_15min.ts'
import globalSessionLifetime18h from './signon_global_session_lifetime_18h.ts'
import globalSessionPolicyNetworkZoneEnforced from './signon_global_session_policy_network_zone_enforced.ts'
import { collect } from './collect.ts'
import type { SignOn } from './resources.ts'

export default service<SignOn, Okta>({
  name: 'signon',
  scope: 'global',
  kinds: {
    policies: { list: ['okta.policies.read'], fields: { rules: ['okta.policies.read'] } },
    brands: { list: ['okta.brands.read'], fields: { sign_in_words: ['okta.brands.read'] } },
  },
  collect,
  checks: [
    dodWarningBannerConfigured,
    globalSessionCookiesNotPersistent,
    globalSessionIdleTimeout15min,
    globalSessionLifetime18h,
    globalSessionPolicyNetworkZoneEnforced,
  ],
})
