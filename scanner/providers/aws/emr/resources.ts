import { checkFor, type Maybe, type Resource } from '../../../kit/index.ts'

export interface Cluster extends Resource {
  /** The name of the primary node; null until it has one. */
  readonly primary_host: Maybe<string | null>
}

export interface PortRange {
  readonly from: number
  readonly to: number
}

/** The account's settings in a region for all clusters. */
export interface Region extends Resource {
  readonly public_block: Maybe<{
    readonly on: boolean
    /** Ports that clusters may still open to everyone. */
    readonly exceptions: readonly PortRange[]
  }>
}

export interface Emr {
  clusters: Cluster
  regions: Region
}

export const check = checkFor<Emr>()
