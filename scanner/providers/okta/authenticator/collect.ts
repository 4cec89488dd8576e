import { type Collected, type Collecting, each, read } from '../../../kit/index.ts'
import type { Members, Okta } from '../client.ts'
import { membersOf } from '../members.ts'
import { organizationOf } from '../organization.ts'
import { type ActivePolicy, activePolicies } from '../policies.ts'
import type {
  Authenticator,
  Authenticators,
  Organization,
  PasswordPolicy,
  PasswordRules,
} from './resources.ts'

const ofAuthenticators = membersOf('list authenticators')
const ofPolicies = membersOf('list password policies')

export const collect = ({ client }: Collecting<Okta>): Collected<Authenticators> => ({
  organizations: each<Okta, Organization>([client], () => ({
    ...organizationOf(client),
    authenticators: read(() => authenticatorsOf(client)),
  })),
  policies: each<ActivePolicy, PasswordPolicy>(
    activePolicies(client, 'list password policies'),
    ({ uid, name, policy }) => ({
      uid,
      name,
      region: '',
      password: read(async () => passwordRulesOf(policy)),
    }),
  ),
})

async function authenticatorsOf(okta: Okta): Promise<readonly Authenticator[] | null> {
  if (okta.isClassic) return null
  const all: Authenticator[] = []
  for await (const { key, name, status, settings } of okta.list('list authenticators')) {
    const { compliance } = ofAuthenticators.optional(settings)
    const { fips } = ofAuthenticators.optional(compliance)
    all.push({
      key: ofAuthenticators.text(key),
      name: ofAuthenticators.name(name),
      isActive: ofAuthenticators.text(status) === 'ACTIVE',
      fips: ofAuthenticators.textOrNull(fips),
    })
  }
  return all
}

function passwordRulesOf({ settings, conditions }: Members): PasswordRules {
  const { count, boolean, members, text } = ofPolicies
  const { password } = members(settings)
  const { complexity, age, lockout } = members(password)
  const asked = members(complexity)
  const { dictionary } = asked
  const { common } = members(dictionary)
  const aging = members(age)
  const { authProvider } = members(conditions)
  return {
    source: text(members(authProvider)['provider']),
    min_length: count(asked['minLength']),
    min_lowercase: count(asked['minLowerCase']),
    min_uppercase: count(asked['minUpperCase']),
    min_number: count(asked['minNumber']),
    min_symbol: count(asked['minSymbol']),
    excludes_common: boolean(members(common)['exclude']),
    max_age_days: count(aging['maxAgeDays']),
    min_age_minutes: count(aging['minAgeMinutes']),
    history_count: count(aging['historyCount']),
    max_attempts: count(members(lockout)['maxAttempts']),
  }
}
