import type { Operation, Service } from '../call.ts'
import { recogniseForm } from '../inputs.ts'
import { connectionOperations } from './connections.ts'
import { ec2Of } from './describe.ts'
import { describeInstanceAttribute, describeInstances } from './instances.ts'
import { interfaceOperations } from './interfaces.ts'
import { launchTemplateOperations } from './launch-templates.ts'
import { networkOperations } from './networks.ts'
import { prefixListOperations } from './prefix-lists.ts'
import { describeRegions } from './regions.ts'
import { describeSecurityGroupRules, describeSecurityGroups } from './security-groups.ts'
import { storageOperations } from './storage.ts'

/** Operations for settings of a region. */
const regionSettings: Record<string, Operation> = {
  GetEbsEncryptionByDefault: {
    answer: (call) => ({ ebsEncryptionByDefault: ec2Of(call).ebsEncryptionByDefault }),
  },
  GetSnapshotBlockPublicAccessState: {
    answer: (call) => ({ state: ec2Of(call).snapshotBlockPublicAccess, managedBy: 'account' }),
  },
  GetImageBlockPublicAccessState: {
    answer: (call) => ({
      imageBlockPublicAccessState: ec2Of(call).imageBlockPublicAccess,
      managedBy: 'account',
    }),
  },
  GetInstanceMetadataDefaults: {
    answer: (call) => {
      const { httpTokens, hopLimit, httpEndpoint } = ec2Of(call).metadataDefaults
      return {
        accountLevel: {
          httpTokens,
          httpPutResponseHopLimit: hopLimit,
          httpEndpoint,
          managedBy: 'account',
        },
      }
    },
  },
}

export const ec2: Service = {
  name: 'ec2',
  prefix: 'ec2',
  protocol: 'ec2',
  refusals: 'ec2',
  xmlns: 'http://ec2.amazonaws.com/doc/2016-11-15/',
  recognise: recogniseForm('2016-11-15'),
  operations: {
    DescribeRegions: describeRegions,
    ...regionSettings,
    DescribeInstances: describeInstances,
    DescribeInstanceAttribute: describeInstanceAttribute,
    DescribeSecurityGroups: describeSecurityGroups,
    DescribeSecurityGroupRules: describeSecurityGroupRules,
    ...networkOperations,
    ...connectionOperations,
    ...prefixListOperations,
    ...interfaceOperations,
    ...storageOperations,
    ...launchTemplateOperations,
  },
}
