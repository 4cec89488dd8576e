import { service } from '../../../kit/index.ts'
import type { Okta } from '../client.ts'
import adminConsoleMfaRequired from './application_admin_console_mfa_required.ts'
import adminConsolePhishingResistantAuthentication from './application_admin_console_phishing_resistant_authentication.ts'
import adminConsoleSessionIdleTimeout15min from './application_admin_console_session_idle_timeout_15min.ts'
import authenticationPolicyNetworkZoneEnforced from './application_authentication_policy_network_zone_enforced.ts'
import dashboardMfaRequired from './application_dashboard_mfa_required.ts'
import dashboardPhishingResistantAuthentication from './application_dashboard_phishing_resistant_authentication.ts'
import { collect } from './collect.ts'
import type { Application } from './resources.ts'

export default service<Application, Okta>({
  name: 'application',
  scope: 'global',
  kinds: {
    apps: { list: ['okta.apps.read'], fields: { rules: ['okta.policies.read'] } },
    consoles: {
      list: ['okta.apps.read'],
      fields: { rules: ['okta.policies.read'], idle_minutes: ['okta.apps.read'] },
    },
    dashboards: { list: ['okta.apps.read'], fields: { rules: ['okta.policies.read'] } },
  },
  collect,
  checks: [
    adminConsoleMfaRequired,
    adminConsolePhishingResistantAuthentication,
    adminConsoleSessionIdleTimeout15min,
    authenticationPolicyNetworkZoneEnforced,
    dashboardMfaRequired,
    dashboardPhishingResistantAuthentication,
  ],
})
