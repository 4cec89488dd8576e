/** Streams: orders, well configured, and clicks that every client in the network can read. */
import { demoId } from '../facts.ts'

const cluster = <T>(name: string, number: number, provisioned: T) => ({
  clusterArn: `arn:aws:kafka:eu-central-1:${demoId}:cluster/${name}/6a0f1c2d-0000-4000-8000-00000000000${number}-2`,
  clusterName: name,
  clusterType: 'PROVISIONED',
  state: 'ACTIVE',
  provisioned,
})

const key = (number: number) =>
  `arn:aws:kms:eu-central-1:${demoId}:key/5b1c7e02-8d4f-4f7e-9a55-1f0c2d3e4a0${number}`

const open = (type: string) => ({ connectivityInfo: { publicAccess: { type } } })

export const demoKafka = () => ({
  'eu-central-1': {
    ListClustersV2: {
      clusterInfoList: [
        cluster('orders', 1, {
          brokerNodeGroupInfo: open('DISABLED'),
          clientAuthentication: {
            sasl: { iam: { enabled: true }, scram: { enabled: false } },
            tls: { enabled: true },
            unauthenticated: { enabled: false },
          },
          encryptionInfo: {
            encryptionAtRest: { dataVolumeKMSKeyId: key(1) },
            encryptionInTransit: { clientBroker: 'TLS', inCluster: true },
          },
          enhancedMonitoring: 'PER_BROKER',
        }),
        cluster('clicks', 2, {
          brokerNodeGroupInfo: open('SERVICE_PROVIDED_EIPS'),
          encryptionInfo: {
            encryptionAtRest: { dataVolumeKMSKeyId: key(1) },
            encryptionInTransit: { clientBroker: 'TLS_PLAINTEXT', inCluster: true },
          },
          enhancedMonitoring: 'DEFAULT',
        }),
      ],
    },
  },
})

export const demoKafkaConnect = () => ({
  'eu-central-1': {
    ListConnectors: {
      connectors: [
        {
          connectorArn: `arn:aws:kafkaconnect:eu-central-1:${demoId}:connector/orders-to-s3/0b6f2b8e-2`,
          connectorName: 'orders-to-s3',
          connectorState: 'RUNNING',
          kafkaClusterEncryptionInTransit: { encryptionType: 'TLS' },
        },
      ],
    },
  },
})
