import { type Collected, type Collecting, each, once, read } from '../../../kit/index.ts'
import type { Aws } from '../client.ts'
import { identity } from '../ec2/answers.ts'
import { oneByOne } from '../rds/answers.ts'
import { clustersOf, describedCluster, type GivenCluster } from '../rds/clusters.ts'
import {
  clusterSnapshots,
  describedClusterSnapshot,
  type GivenClusterSnapshot,
} from '../rds/snapshots.ts'
import { publicSubnets } from './public-subnets.ts'
import type { GraphCluster, Neptune, Snapshot } from './resources.ts'

const isGraph = (engine: string): boolean => engine === 'neptune'

export const collect = (context: Collecting<Aws>): Collected<Neptune> => {
  const { client: aws, region } = context
  const clusters = once(() => clustersOf(aws, isGraph))
  const publicOf = publicSubnets(context)
  return {
    clusters: each<GivenCluster, GraphCluster>(oneByOne(clusters), (given) => ({
      ...describedCluster(aws, region, given),
      public_subnets: read(() =>
        publicOf(identity(aws, 'rds:DescribeDBClusters', given.DBSubnetGroup)),
      ),
    })),
    snapshots: each<GivenClusterSnapshot, Snapshot>(clusterSnapshots(aws, isGraph), (given) =>
      describedClusterSnapshot(aws, region, given),
    ),
  }
}
