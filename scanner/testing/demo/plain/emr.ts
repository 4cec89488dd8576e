/** A nightly job in a private subnet, and a publicly accessible trial in a region that blocks nothing. */
import { demoId } from '../facts.ts'

const cluster = (region: string, id: string, name: string) => ({
  Id: id,
  Name: name,
  ClusterArn: `arn:aws:elasticmapreduce:${region}:${demoId}:cluster/${id}`,
  Status: { State: 'WAITING' },
})

const nightly = cluster('eu-central-1', 'j-2LARKSPUR0001', 'nightly')
const trial = cluster('us-east-1', 'j-2LARKSPUR0002', 'trial')

export const demoEmr = () => ({
  'eu-central-1': {
    ListClusters: { Clusters: [nightly] },
    DescribeCluster: {
      [nightly.Id]: {
        Cluster: {
          ...nightly,
          MasterPublicDnsName: 'ip-10-20-2-31.eu-central-1.compute.internal',
        },
      },
    },
    GetBlockPublicAccessConfiguration: {
      BlockPublicAccessConfiguration: {
        BlockPublicSecurityGroupRules: true,
        PermittedPublicSecurityGroupRuleRanges: [{ MinRange: 22, MaxRange: 22 }],
      },
    },
  },
  'us-east-1': {
    ListClusters: { Clusters: [trial] },
    DescribeCluster: {
      [trial.Id]: {
        Cluster: { ...trial, MasterPublicDnsName: 'ec2-203-0-113-40.compute-1.amazonaws.com' },
      },
    },
    GetBlockPublicAccessConfiguration: {
      BlockPublicAccessConfiguration: { BlockPublicSecurityGroupRules: false },
    },
  },
})
