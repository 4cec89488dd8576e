import { type Collected, type Collecting, each } from '../../../kit/index.ts'
import type { Aws } from '../client.ts'
import { oneByOne } from '../rds/answers.ts'
import { clustersOf, describedCluster, type GivenCluster } from '../rds/clusters.ts'
import {
  clusterSnapshots,
  describedClusterSnapshot,
  type GivenClusterSnapshot,
} from '../rds/snapshots.ts'
import type { Cluster, DocumentDb, Snapshot } from './resources.ts'

const isDocuments = (engine: string): boolean => engine === 'docdb'

export const collect = ({ client: aws, region }: Collecting<Aws>): Collected<DocumentDb> => ({
  clusters: each<GivenCluster, Cluster>(
    oneByOne(() => clustersOf(aws, isDocuments)),
    (given) => describedCluster(aws, region, given),
  ),
  snapshots: each<GivenClusterSnapshot, Snapshot>(clusterSnapshots(aws, isDocuments), (given) =>
    describedClusterSnapshot(aws, region, given),
  ),
})
