import type { SettingRule } from '../../kit/index.ts'

const minutes = { whole: true, min: 1, max: 525_600 } as const

/** What the keys of a scan configuration mean here, and the values that they take. */
export const settings: Readonly<Record<string, SettingRule>> = {
  max_requests_per_second: {
    about: 'Calls a second to an organization: signing in, every service and every retry together.',
    whole: true,
    min: 1,
    max: 100,
  },
  okta_admin_console_idle_timeout_max_minutes: {
    about: 'Minutes after which an idle session of the Admin Console has to end.',
    ...minutes,
  },
  okta_dod_approved_ca_issuer_patterns: {
    about:
      'Parts of the names of certificate authorities, as `OU=DoD, O=U.S. Government`: an issuer whose name has all parts of one of them is approved.',
    item: {
      is: (text) => text.length <= 500 && /^\s*\w+\s*=[^,]+(?:,\s*\w+\s*=[^,]+)*$/.test(text),
      called: 'parts of names, each as NAME=value',
    },
  },
  okta_max_session_idle_minutes: {
    about: 'Minutes after which an idle session of Okta has to end.',
    ...minutes,
  },
  okta_max_session_lifetime_minutes: {
    about: 'Minutes after which a session of Okta has to end, used or not.',
    ...minutes,
  },
  okta_user_inactivity_max_days: {
    about: 'Days without a sign-in after which a user has to be suspended or deactivated.',
    whole: true,
    min: 1,
    max: 3_650,
  },
}
