import type { PlainService } from './plain.ts'

const paged = { token: 'Marker', size: 'MaxRecords' } as const

/** Includes clusters and snapshots of Neptune and DocumentDB, as the real RDS does. */
export const rds: PlainService = {
  name: 'rds',
  protocol: 'query',
  version: '2014-10-31',
  xmlns: 'http://rds.amazonaws.com/doc/2014-10-31/',
  items: {
    AttributeValues: 'AttributeValue',
    AvailabilityZones: 'AvailabilityZone',
    DBClusterMembers: 'DBClusterMember',
    DBClusters: 'DBCluster',
    DBClusterSnapshotAttributes: 'DBClusterSnapshotAttribute',
    DBClusterSnapshots: 'DBClusterSnapshot',
    DBInstances: 'DBInstance',
    DBParameterGroups: 'DBParameterGroup',
    DBSecurityGroups: 'DBSecurityGroup',
    DBSnapshotAttributes: 'DBSnapshotAttribute',
    DBSnapshots: 'DBSnapshot',
    DBSubnetGroups: 'DBSubnetGroup',
    EventCategoriesList: 'EventCategory',
    EventSubscriptionsList: 'EventSubscription',
    OptionGroupMemberships: 'OptionGroupMembership',
    OptionGroupsList: 'OptionGroup',
    Options: 'Option',
    OptionSettings: 'OptionSetting',
    Parameters: 'Parameter',
    SourceIdsList: 'SourceId',
    Subnets: 'Subnet',
    TagList: 'Tag',
    VpcSecurityGroups: 'VpcSecurityGroupMembership',
  },
  operations: {
    DescribeDBInstances: { list: 'DBInstances', ...paged },
    DescribeDBClusters: { list: 'DBClusters', ...paged },
    DescribeDBSnapshots: { list: 'DBSnapshots', ...paged },
    DescribeDBClusterSnapshots: { list: 'DBClusterSnapshots', ...paged },
    DescribeDBSnapshotAttributes: {
      by: 'DBSnapshotIdentifier',
      none: ['DBSnapshotNotFound', 404],
    },
    DescribeDBClusterSnapshotAttributes: {
      by: 'DBClusterSnapshotIdentifier',
      none: ['DBClusterSnapshotNotFoundFault', 404],
    },
    DescribeDBParameters: { by: 'DBParameterGroupName', none: ['DBParameterGroupNotFound', 404] },
    DescribeDBClusterParameters: {
      by: 'DBClusterParameterGroupName',
      none: ['DBParameterGroupNotFound', 404],
    },
    DescribeDBSubnetGroups: { list: 'DBSubnetGroups', ...paged },
    DescribeOptionGroups: {
      list: 'OptionGroupsList',
      where: { OptionGroupName: 'OptionGroupName' },
      ...paged,
    },
    DescribeEventSubscriptions: { list: 'EventSubscriptionsList', ...paged },
  },
}
