import { type Collected, type Collecting, each, read } from '../../../kit/index.ts'
import type { Aws } from '../client.ts'
import { keyManager } from '../key-manager.ts'
import type { Brokers, Cluster, Connector, Kafka } from './resources.ts'

interface Flag {
  enabled?: boolean
}

interface Provisioned {
  brokerNodeGroupInfo?: { connectivityInfo?: { publicAccess?: { type?: string } } }
  clientAuthentication?: {
    sasl?: { scram?: Flag; iam?: Flag }
    tls?: Flag
    unauthenticated?: Flag
  }
  encryptionInfo?: {
    encryptionAtRest?: { dataVolumeKMSKeyId?: string }
    encryptionInTransit?: { clientBroker?: string; inCluster?: boolean }
  }
  enhancedMonitoring?: string
}

interface Listed {
  clusterArn: string
  clusterName: string
  state: string
  clusterType?: string
  provisioned?: Provisioned
}

interface ListedConnector {
  connectorArn: string
  connectorName: string
  connectorState: string
  kafkaClusterEncryptionInTransit?: { encryptionType?: string }
}

async function* clusters(aws: Aws) {
  const pages = aws.pages<{ clusterInfoList?: Listed[] }>('kafka:ListClustersV2')
  for await (const page of pages) {
    if (!page.clusterInfoList) throw aws.broken('kafka:ListClustersV2', 'clusterInfoList')
    yield* page.clusterInfoList
  }
}

async function* connectors(aws: Aws) {
  const pages = aws.pages<{ connectors?: ListedConnector[] }>('kafkaconnect:ListConnectors')
  for await (const page of pages) {
    if (!page.connectors) throw aws.broken('kafkaconnect:ListConnectors', 'connectors')
    yield* page.connectors
  }
}

/** Without a sign-in method, clients are anonymous. */
function anonymousOf({ clientAuthentication: it }: Provisioned): boolean | null {
  if (it?.unauthenticated?.enabled !== undefined) return it.unauthenticated.enabled
  const known = [it?.sasl?.scram, it?.sasl?.iam, it?.tls].some((way) => way?.enabled)
  return known ? null : true
}

function brokersOf(it: Provisioned): Brokers {
  const transit = it.encryptionInfo?.encryptionInTransit
  const access = it.brokerNodeGroupInfo?.connectivityInfo?.publicAccess?.type
  return {
    client_encryption: transit?.clientBroker ?? null,
    inner_encryption: transit?.inCluster ?? null,
    monitoring: it.enhancedMonitoring ?? null,
    public: access === undefined ? null : access !== 'DISABLED',
    mutual_tls: it.clientAuthentication?.tls?.enabled ?? false,
    anonymous: anonymousOf(it),
  }
}

async function managerOf(aws: Aws, { clusterType, provisioned }: Listed) {
  if (!provisioned && clusterType === 'SERVERLESS') return null
  const key = provisioned?.encryptionInfo?.encryptionAtRest?.dataVolumeKMSKeyId
  if (!key) throw aws.broken('kafka:ListClustersV2', 'dataVolumeKMSKeyId')
  return keyManager(aws, key)
}

const untold: Brokers = {
  client_encryption: null,
  inner_encryption: null,
  monitoring: null,
  public: null,
  mutual_tls: null,
  anonymous: null,
}

function brokersOrNone({ clusterType, provisioned }: Listed): Brokers | null {
  if (provisioned) return brokersOf(provisioned)
  return clusterType === 'SERVERLESS' ? null : untold
}

export const collect = ({ client: aws, region }: Collecting<Aws>): Collected<Kafka> => ({
  clusters: each<Listed, Cluster>(clusters(aws), (it) => ({
    uid: it.clusterArn,
    name: it.clusterName,
    region,
    state: it.state,
    brokers: brokersOrNone(it),
    key_manager: read(() => managerOf(aws, it)),
  })),
  connectors: each<ListedConnector, Connector>(connectors(aws), (it) => ({
    uid: it.connectorArn,
    name: it.connectorName,
    region,
    state: it.connectorState,
    encryption: it.kafkaClusterEncryptionInTransit?.encryptionType ?? null,
  })),
})
