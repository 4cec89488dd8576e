import type { SettingRule } from '../../kit/index.ts'

const minutes = { whole: true, min: 1, max: 525_600 } as const

/** The meaning of the keys of a scan configuration for Okta, and their accepted values. */
export const settings: Readonly<Record<string, SettingRule>> = {
  max_requests_per_second: {
    about:
      'API calls per second to an organization, including sign-in and retries, for all services together.',
    whole: true,
    min: 1,
    max: 100,
  },
  okta_admin_console_idle_timeout_max_minutes: {
    about: 'Maximum idle minutes of an Admin Console session.',
    ...minutes,
  },
  okta_dod_approved_ca_issuer_patterns: {
    about:
      'Name parts of approved certificate authorities, for example `OU=DoD, O=U.S. Government`. An issuer is approved if its name has all parts of one entry.',
    item: {
      is: (text) => text.length <= 500 && /^\s*\w+\s*=[^,]+(?:,\s*\w+\s*=[^,]+)*$/.test(text),
      called: 'name parts in the form NAME=value',
    },
  },
  okta_max_session_idle_minutes: {
    about: 'Maximum idle minutes of an Okta session.',
    ...minutes,
  },
  okta_max_session_lifetime_minutes: {
    about: 'Maximum lifetime of an Okta session in minutes.',
    ...minutes,
  },
  okta_user_inactivity_max_days: {
    about: 'Days without a sign-in after which a user must be suspended or deactivated.',
    whole: true,
    min: 1,
    max: 3_650,
  },
}
