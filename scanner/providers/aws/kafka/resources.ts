import { checkFor, type Maybe, type Resource } from '../../../kit/index.ts'
import type { KeyManager } from '../key-manager.ts'
import { known as knownBy } from '../known.ts'

/** The settings of the brokers. Settings missing from the response are null. */
export interface Brokers {
  /** `TLS`, `TLS_PLAINTEXT` or `PLAINTEXT`. */
  readonly client_encryption: string | null
  readonly inner_encryption: boolean | null
  /** `DEFAULT`, `PER_BROKER`, … */
  readonly monitoring: string | null
  readonly public: boolean | null
  readonly mutual_tls: boolean | null
  /** True if unauthenticated clients have access. */
  readonly anonymous: boolean | null
}

export interface Cluster extends Resource {
  /** `ACTIVE`, `CREATING`, `DELETING`, … */
  readonly state: string
  /** Null for a serverless cluster, for which AWS chooses. */
  readonly brokers: Brokers | null
  /** Null for a serverless cluster. */
  readonly key_manager: Maybe<KeyManager | null>
}

export interface Connector extends Resource {
  readonly state: string
  /** `TLS` or `PLAINTEXT`; null if the response omits it. */
  readonly encryption: string | null
}

/** Clusters being created or deleted are not judged. */
export const isPassing = (state: string): boolean => state === 'CREATING' || state === 'DELETING'

/** A value of brokers for a judge: a value missing in the response is unread. */
export const known = <T>(value: T | null): T => knownBy(value, 'kafka:ListClustersV2')

export interface Kafka {
  clusters: Cluster
  connectors: Connector
}

export const check = checkFor<Kafka>()
