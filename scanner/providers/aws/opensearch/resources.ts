import { checkFor, type Maybe, type Resource } from '../../../kit/index.ts'
import type { Statement } from '../policy/index.ts'
import { known as knownBy } from '../known.ts'

/** Values that the response omits are null, because none of them has a documented default. */
export interface DomainDetails {
  /** False while the domain is being created or deleted. */
  readonly settled: boolean
  readonly in_vpc: boolean
  /** Null if the domain has no policy: then it allows only its own account. */
  readonly policy: readonly Statement[] | null
  readonly encrypted: boolean | null
  readonly node_to_node: boolean | null
  readonly https_only: boolean | null
  readonly access_control: boolean | null
  /** True if unmapped users have anonymous access, a migration aid of access control. */
  readonly anonymous: boolean
  readonly internal_users: boolean | null
  readonly saml: boolean
  readonly cognito: boolean | null
  /** Kinds of logs that are published: `AUDIT_LOGS`, `SEARCH_SLOW_LOGS`, … */
  readonly logs: readonly string[]
  readonly update: 'available' | 'under way' | 'none' | null
  readonly data_nodes: number | null
  readonly zones: number
  /** Dedicated master nodes; 0 without. */
  readonly masters: number | null
}

export interface Domain extends Resource {
  readonly details: Maybe<DomainDetails>
}

export interface OpenSearch {
  domains: Domain
}

/** A value of a domain for a judge: a value missing in the details is unread. */
export const known = <T>(value: T | null): T => knownBy(value, 'es:DescribeDomain')

export const check = checkFor<OpenSearch>()
