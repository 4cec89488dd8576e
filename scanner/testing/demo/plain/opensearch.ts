/** Domains: the shop's search, well configured, and one for logs with anonymous access. */
import { demoId } from '../facts.ts'

const domain = (name: string) => ({
  DomainId: `${demoId}/${name}`,
  DomainName: name,
  ARN: `arn:aws:es:eu-central-1:${demoId}:domain/${name}`,
  Created: true,
  Deleted: false,
  Processing: false,
})

const policy = (Principal: unknown, name: string) =>
  JSON.stringify({
    Version: '2012-10-17',
    Statement: [
      {
        Effect: 'Allow',
        Principal,
        Action: 'es:*',
        Resource: `arn:aws:es:eu-central-1:${demoId}:domain/${name}/*`,
      },
    ],
  })

const published = {
  CloudWatchLogsLogGroupArn: `arn:aws:logs:eu-central-1:${demoId}:log-group:search`,
  Enabled: true,
}

export const demoOpenSearch = () => ({
  'eu-central-1': {
    ListDomainNames: {
      DomainNames: [
        { DomainName: 'shop-search', EngineType: 'OpenSearch' },
        { DomainName: 'old-logs', EngineType: 'Elasticsearch' },
      ],
    },
    DescribeDomain: {
      'shop-search': {
        DomainStatus: {
          ...domain('shop-search'),
          EngineVersion: 'OpenSearch_2.19',
          AccessPolicies: policy({ AWS: `arn:aws:iam::${demoId}:role/web-server` }, 'shop-search'),
          EncryptionAtRestOptions: { Enabled: true },
          NodeToNodeEncryptionOptions: { Enabled: true },
          DomainEndpointOptions: { EnforceHTTPS: true },
          AdvancedSecurityOptions: {
            Enabled: true,
            InternalUserDatabaseEnabled: false,
            SAMLOptions: { Enabled: true },
          },
          CognitoOptions: { Enabled: false },
          LogPublishingOptions: {
            AUDIT_LOGS: published,
            INDEX_SLOW_LOGS: published,
            SEARCH_SLOW_LOGS: published,
          },
          ServiceSoftwareOptions: { UpdateAvailable: false, UpdateStatus: 'COMPLETED' },
          ClusterConfig: {
            InstanceCount: 3,
            ZoneAwarenessEnabled: true,
            ZoneAwarenessConfig: { AvailabilityZoneCount: 3 },
            DedicatedMasterEnabled: true,
            DedicatedMasterCount: 3,
          },
        },
      },
      'old-logs': {
        DomainStatus: {
          ...domain('old-logs'),
          EngineVersion: 'Elasticsearch_7.10',
          AccessPolicies: policy('*', 'old-logs'),
          EncryptionAtRestOptions: { Enabled: false },
          NodeToNodeEncryptionOptions: { Enabled: false },
          DomainEndpointOptions: { EnforceHTTPS: false },
          AdvancedSecurityOptions: { Enabled: false, InternalUserDatabaseEnabled: false },
          CognitoOptions: { Enabled: false },
          ServiceSoftwareOptions: { UpdateAvailable: true, UpdateStatus: 'ELIGIBLE' },
          ClusterConfig: {
            InstanceCount: 1,
            ZoneAwarenessEnabled: false,
            DedicatedMasterEnabled: false,
          },
        },
      },
    },
  },
})
