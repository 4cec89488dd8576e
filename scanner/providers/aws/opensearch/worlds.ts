// Fixtures for this service's check tests.
import { world } from '../../../kit/verify.ts'
import { allowingAction } from '../policy-worlds.ts'
import type { Domain, DomainDetails } from './resources.ts'

const sound: DomainDetails = {
  settled: true,
  in_vpc: false,
  policy: null,
  encrypted: true,
  node_to_node: true,
  https_only: true,
  access_control: true,
  anonymous: false,
  internal_users: false,
  saml: false,
  cognito: true,
  logs: ['AUDIT_LOGS', 'INDEX_SLOW_LOGS', 'SEARCH_SLOW_LOGS'],
  update: 'none',
  data_nodes: 3,
  zones: 3,
  masters: 3,
}

const sample = world<Domain>({
  uid: 'arn:aws:es:eu-west-1:123456789012:domain/search',
  name: 'search',
  region: 'eu-west-1',
  details: sound,
})

/** A domain with changed details. */
export const domain = (changes: Partial<DomainDetails> = {}): Domain =>
  sample({ details: { ...sound, ...changes } })

export const unknown = (details: Domain['details']): Domain => sample({ details })

/** A domain's policy with one statement. */
export const allowing = allowingAction('es:*')
