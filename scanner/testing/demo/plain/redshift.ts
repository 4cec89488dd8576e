/** Warehouses: reports, well configured, and a publicly accessible trial. */
const group = (ParameterGroupName: string) => [
  { ParameterGroupName, ParameterApplyStatus: 'in-sync' },
]

const parameters = (requireSsl: string) => ({
  Parameters: [
    { ParameterName: 'enable_user_activity_logging', ParameterValue: 'true', Source: 'user' },
    { ParameterName: 'require_ssl', ParameterValue: requireSsl, Source: 'user' },
  ],
})

export const demoRedshift = () => ({
  'eu-central-1': {
    DescribeClusters: {
      Clusters: [
        {
          ClusterIdentifier: 'reports',
          NodeType: 'ra3.large',
          ClusterStatus: 'available',
          MasterUsername: 'warehouse_admin',
          DBName: 'reports',
          AutomatedSnapshotRetentionPeriod: 14,
          ClusterParameterGroups: group('reports'),
          AllowVersionUpgrade: true,
          PubliclyAccessible: false,
          Encrypted: true,
          EnhancedVpcRouting: true,
          MultiAZ: 'Enabled',
        },
        {
          ClusterIdentifier: 'marketing-trial',
          NodeType: 'ra3.large',
          ClusterStatus: 'available',
          MasterUsername: 'awsuser',
          DBName: 'dev',
          AutomatedSnapshotRetentionPeriod: 0,
          ClusterParameterGroups: group('default.redshift-1.0'),
          AllowVersionUpgrade: false,
          PubliclyAccessible: true,
          Encrypted: false,
          EnhancedVpcRouting: false,
          MultiAZ: 'Disabled',
        },
      ],
    },
    DescribeLoggingStatus: {
      reports: { LoggingEnabled: true, LogDestinationType: 'cloudwatch' },
      'marketing-trial': { LoggingEnabled: false },
    },
    DescribeClusterParameters: {
      reports: parameters('true'),
      'default.redshift-1.0': parameters('false'),
    },
  },
})
