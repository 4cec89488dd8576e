// Fixtures for this service's check tests.
import { world } from '../../../kit/verify.ts'
import type { Client, IdentityPool, PasswordRules, Pool, PoolDetails, Risks } from './resources.ts'

const strong: PasswordRules = {
  length: 14,
  lowercase: true,
  uppercase: true,
  numbers: true,
  symbols: true,
  temporary_days: 7,
}

export const passwords = (changes: Partial<PasswordRules>): PasswordRules => ({
  ...strong,
  ...changes,
})

const sound: PoolDetails = {
  threat_protection: 'ENFORCED',
  mfa: 'ON',
  deletion_protection: true,
  self_registration: false,
  passwords: strong,
}

const careful: Risks = { leaked_password: 'BLOCK', actions: ['BLOCK', 'BLOCK', 'BLOCK'] }

export const risks = (changes: Partial<Risks>): Risks => ({ ...careful, ...changes })

const sample = world<Pool>({
  uid: 'arn:aws:cognito-idp:eu-west-1:123456789012:userpool/eu-west-1_a',
  name: 'customers',
  region: 'eu-west-1',
  details: sound,
  risks: careful,
})

/** A pool with changed details. */
export const pool = (changes: Partial<PoolDetails> = {}, rest: Partial<Pool> = {}): Pool =>
  sample({ details: { ...sound, ...changes }, ...rest })

export const client = world<Client>({
  uid: 'arn:aws:cognito-idp:eu-west-1:123456789012:userpool-client/eu-west-1_a/1',
  name: 'shop',
  region: 'eu-west-1',
  details: { hides_users: true, revokes_tokens: true },
})

export const identityPool = world<IdentityPool>({
  uid: 'arn:aws:cognito-identity:eu-west-1:123456789012:identitypool/eu-west-1:1',
  name: 'shop',
  region: 'eu-west-1',
  guests: false,
})
