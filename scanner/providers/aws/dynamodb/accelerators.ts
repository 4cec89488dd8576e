import { type Collecting, each, type Stream } from '../../../kit/index.ts'
import { listed } from '../answers.ts'
import type { Aws } from '../client.ts'
import type { Accelerator } from './resources.ts'

interface Cluster {
  ClusterArn: string
  ClusterName: string
  Status: string
  SSEDescription?: { Status?: string }
  ClusterEndpointEncryptionType?: string
  Nodes?: { AvailabilityZone?: string }[]
}

const clusters = (aws: Aws) => listed<Cluster>(aws, 'dax:DescribeClusters', 'Clusters')

function accelerator(region: string, it: Cluster): Accelerator {
  const encryption = it.SSEDescription?.Status
  return {
    uid: it.ClusterArn,
    name: it.ClusterName,
    region,
    status: it.Status,
    encrypted: encryption ? encryption === 'ENABLED' : null,
    endpoint_encryption: it.ClusterEndpointEncryptionType ?? null,
    // A node being created has no zone yet, and a cluster without nodes has no list.
    zones: (it.Nodes ?? []).flatMap(({ AvailabilityZone: zone }) => (zone ? [zone] : [])),
  }
}

export const accelerators = ({ client: aws, region }: Collecting<Aws>): Stream<Accelerator> =>
  each<Cluster, Accelerator>(clusters(aws), (it) => accelerator(region, it))
