import { checkFor, type Maybe, type Resource } from '../../../kit/index.ts'

export interface Details {
  /** ACTIVE, CREATING, UPDATING, DELETING, PENDING or FAILED. */
  readonly status: string
  readonly version: string
  readonly public_access: boolean
  readonly private_access: boolean
  /** Ranges that the public endpoint answers. */
  readonly public_ranges: readonly string[]
  /** Kinds of control plane logs that are written. */
  readonly logs: readonly string[]
  /** The key that encrypts Kubernetes secrets a second time; null without one. */
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

/** Clusters that are not there yet, or soon not any more, have no settings to speak of. */
export const isThere = ({ status }: Details): boolean =>
  status === 'ACTIVE' || status === 'UPDATING'
