import { checkFor, type Maybe } from '../../../kit/index.ts'
import type { Cluster } from '../rds/clusters.ts'
import type { Snapshot } from '../rds/snapshots.ts'

export type { Snapshot }

export interface GraphCluster extends Cluster {
  /** Its subnets with a route to an internet gateway. */
  readonly public_subnets: Maybe<readonly string[]>
}

export interface Neptune {
  clusters: GraphCluster
  snapshots: Snapshot
}

export const check = checkFor<Neptune>()
