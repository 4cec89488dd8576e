import { checkFor } from '../../../kit/index.ts'
import type { Cluster } from '../rds/clusters.ts'
import type { Snapshot } from '../rds/snapshots.ts'

export type { Cluster, Snapshot }

export interface DocumentDb {
  clusters: Cluster
  snapshots: Snapshot
}

export const check = checkFor<DocumentDb>()
