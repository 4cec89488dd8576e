/** Kubernetes: the cluster of the shop, and one that began as an experiment. */
import { demoId } from '../facts.ts'

const region = 'eu-central-1'
const all = ['api', 'audit', 'authenticator', 'controllerManager', 'scheduler']

const cluster = (name: string, version: string, isKept: boolean) => ({
  [name]: {
    cluster: {
      name,
      arn: `arn:aws:eks:${region}:${demoId}:cluster/${name}`,
      version,
      status: 'ACTIVE',
      resourcesVpcConfig: {
        endpointPublicAccess: !isKept,
        endpointPrivateAccess: isKept,
        publicAccessCidrs: isKept ? [] : ['0.0.0.0/0'],
      },
      logging: {
        clusterLogging: isKept
          ? [{ types: all, enabled: true }]
          : [
              { types: ['audit'], enabled: true },
              { types: all.filter((type) => type !== 'audit'), enabled: false },
            ],
      },
      ...(isKept && {
        encryptionConfig: [
          {
            resources: ['secrets'],
            provider: {
              keyArn: `arn:aws:kms:${region}:${demoId}:key/5b1c7e02-8d4f-4f7e-9a55-1f0c2d3e4a01`,
            },
          },
        ],
      }),
      deletionProtection: isKept,
    },
  },
})

const version = (clusterVersion: string, versionStatus: string) => ({
  clusterVersion,
  clusterType: 'eks',
  versionStatus,
})

export const demoEks = () => ({
  [region]: {
    ListClusters: { clusters: ['shop', 'experiment'] },
    DescribeCluster: { ...cluster('shop', '1.35', true), ...cluster('experiment', '1.32', false) },
    DescribeClusterVersions: {
      clusterVersions: [
        version('1.35', 'STANDARD_SUPPORT'),
        version('1.34', 'STANDARD_SUPPORT'),
        version('1.32', 'EXTENDED_SUPPORT'),
      ],
    },
  },
})
