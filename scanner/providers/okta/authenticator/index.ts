import { service } from '../../../kit/index.ts'
import type { Okta } from '../client.ts'
import oktaVerifyFipsCompliant from './authenticator_okta_verify_fips_compliant.ts'
import passwordCommonPasswordCheck from './authenticator_password_common_password_check.ts'
import passwordComplexityLowercase from './authenticator_password_complexity_lowercase.ts'
import passwordComplexityNumber from './authenticator_password_complexity_number.ts'
import passwordComplexitySymbol from './authenticator_password_complexity_symbol.ts'
import passwordComplexityUppercase from './authenticator_password_complexity_uppercase.ts'
import passwordHistory5 from './authenticator_password_history_5.ts'
import passwordLockoutThreshold3 from './authenticator_password_lockout_threshold_3.ts'
import passwordMaximumAge60d from './authenticator_password_maximum_age_60d.ts'
import passwordMinimumAge24h from './authenticator_password_minimum_age_24h.ts'
import passwordMinimumLength15 from './authenticator_password_minimum_length_15.ts'
import smartCardActive from './authenticator_smart_card_active.ts'
import { collect } from './collect.ts'
import type { Authenticators } from './resources.ts'

export default service<Authenticators, Okta>({
  name: 'authenticator',
  scope: 'global',
  kinds: {
    organizations: { list: [], fields: { authenticators: ['okta.authenticators.read'] } },
    policies: { list: ['okta.policies.read'], fields: { password: [] } },
  },
  collect,
  checks: [
    oktaVerifyFipsCompliant,
    passwordCommonPasswordCheck,
    passwordComplexityLowercase,
    passwordComplexityNumber,
    passwordComplexitySymbol,
    passwordComplexityUppercase,
    passwordHistory5,
    passwordLockoutThreshold3,
    passwordMaximumAge60d,
    passwordMinimumAge24h,
    passwordMinimumLength15,
    smartCardActive,
  ],
})
