import { type Collected, type Collecting, each, once, read } from '../../../kit/index.ts'
import type { Aws } from '../client.ts'
import { identity } from '../ec2/answers.ts'
import { oneByOne } from './answers.ts'
import { clustersOf, describedCluster, type GivenCluster } from './clusters.ts'
import { isRelational } from './engines.ts'
import { describedInstance, type GivenInstance, instancesOf } from './instances.ts'
import type { Cluster, Instance, Rds, Region, Snapshot } from './resources.ts'
import {
  clusterSnapshots,
  describedClusterSnapshot,
  describedSnapshot,
  type GivenClusterSnapshot,
  type GivenSnapshot,
  instanceSnapshots,
} from './snapshots.ts'
import { subscriptionsOf } from './subscriptions.ts'
import { transports } from './transport.ts'

const distinct = (names: readonly (string | undefined)[]): readonly string[] => [
  ...new Set(names.flatMap((name) => (name ? [name] : []))),
]

export const collect = (context: Collecting<Aws>): Collected<Rds> => {
  const { client: aws, region, account, partition } = context
  const instances = once(() => instancesOf(aws))
  const clusters = once(() => clustersOf(aws, isRelational))
  const transport = transports(aws, clusters)
  return {
    instances: each<GivenInstance, Instance>(oneByOne(instances), (given) =>
      describedInstance(context, given, transport),
    ),
    clusters: each<GivenCluster, Cluster>(oneByOne(clusters), (given) =>
      describedCluster(aws, region, given),
    ),
    snapshots: [
      each<GivenSnapshot, Snapshot>(instanceSnapshots(aws), (given) =>
        describedSnapshot(aws, region, given),
      ),
      each<GivenClusterSnapshot, Snapshot>(clusterSnapshots(aws, isRelational), (given) =>
        describedClusterSnapshot(aws, region, given),
      ),
    ],
    regions: each<string, Region>([region], () => ({
      uid: `arn:${partition}:rds:${region}:${account}:es`,
      name: region,
      region,
      instances: read(async () =>
        (await instances()).map((it) =>
          identity(aws, 'rds:DescribeDBInstances', it.DBInstanceIdentifier),
        ),
      ),
      clusters: read(async () =>
        (await clusters()).map((it) =>
          identity(aws, 'rds:DescribeDBClusters', it.DBClusterIdentifier),
        ),
      ),
      parameter_groups: read(async () =>
        distinct(
          (await instances())
            .flatMap(({ DBParameterGroups: groups = [] }) => groups)
            .map(({ DBParameterGroupName: name }) => name),
        ).filter((name) => !name.startsWith('default.')),
      ),
      security_groups: read(async () =>
        distinct(
          (await instances())
            .flatMap(({ DBSecurityGroups: groups = [] }) => groups)
            .map(({ DBSecurityGroupName: name }) => name),
        ),
      ),
      subscriptions: read(() => subscriptionsOf(aws)),
    })),
  }
}
