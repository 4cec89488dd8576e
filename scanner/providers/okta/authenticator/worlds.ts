import { world } from '../../../kit/verify.ts'
import type { Authenticator, Organization, PasswordPolicy, PasswordRules } from './resources.ts'

export const authenticator = (
  key: string,
  changes: Partial<Authenticator> = {},
): Authenticator => ({ key, name: 'An authenticator', isActive: true, fips: null, ...changes })

export const organization = world<Organization>({
  uid: 'acme.okta.com/organization',
  name: 'acme.okta.com',
  region: '',
  authenticators: [],
})

const sound: PasswordRules = {
  source: 'OKTA',
  min_length: 15,
  min_lowercase: 1,
  min_uppercase: 1,
  min_number: 1,
  min_symbol: 1,
  excludes_common: true,
  max_age_days: 60,
  min_age_minutes: 1_440,
  history_count: 5,
  max_attempts: 3,
}

const policy = world<PasswordPolicy>({
  uid: 'acme.okta.com/policy/00p1',
  name: 'Employees',
  region: '',
  password: sound,
})

/** A policy with all requirements but for this. */
export const passwords = (changes: Partial<PasswordRules> = {}): PasswordPolicy =>
  policy({ password: { ...sound, ...changes } })

export const unreadPolicy = (password: Extract<PasswordPolicy['password'], { code: string }>) =>
  policy({ password })
