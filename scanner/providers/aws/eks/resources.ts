import { checkFor, type Maybe, type Resource } from '../../../kit/index.ts'

export interface Details {
  /** ACTIVE, CREATING, UPDATING, DELETING, PENDING or FAILED. */
  readonly status: string
  readonly version: string
  readonly public_access: boolean
  readonly private_access: boolean
  /** Ranges that may access the public endpoint. */
  readonly public_ranges: readonly string[]
  /** Enabled control plane logs. */
  readonly logs: readonly string[]
  /** The key for envelope encryption of Kubernetes secrets; null without one. */
  readonly secrets_key: string | null
  readonly deletion_protection: boolean
}

export interface Cluster extends Resource {
  readonly details: Maybe<Details>
  /** STANDARD_SUPPORT, EXTENDED_SUPPORT or UNSUPPORTED; null for a version that EKS does not list. */
  readonly support: Maybe<string | null>
}

export interface Eks {
  clusters: Cluster
}

export const check = checkFor<Eks>()

/** Clusters being created or deleted have no meaningful settings. */
export const isThere = ({ status }: Details): boolean =>
  status === 'ACTIVE' || status === 'UPDATING'
