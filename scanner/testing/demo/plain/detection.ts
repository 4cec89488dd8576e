/**
 * Detection services of the account: Frankfurt is configured correctly except for a severe finding, Virginia partially,
 * and the other regions not at all.
 */
import { demoId, partnerId } from '../facts.ts'

const frankfurt = 'eu-central-1'
const virginia = 'us-east-1'

const recorder = (name: string, role: string, allSupported: boolean) => ({
  ConfigurationRecorders: [
    {
      name,
      roleARN: `arn:aws:iam::${demoId}:role/${role}`,
      recordingGroup: { allSupported, includeGlobalResourceTypes: allSupported },
    },
  ],
})

const recorderStatus = (name: string, recording: boolean) => ({
  ConfigurationRecordersStatus: [{ name, recording, lastStatus: 'SUCCESS' }],
})

export const demoConfig = () => ({
  [frankfurt]: {
    DescribeConfigurationRecorders: recorder(
      'default',
      'aws-service-role/config.amazonaws.com/AWSServiceRoleForConfig',
      true,
    ),
    DescribeConfigurationRecorderStatus: recorderStatus('default', true),
  },
  [virginia]: {
    DescribeConfigurationRecorders: recorder('trial', 'config-trial', false),
    DescribeConfigurationRecorderStatus: recorderStatus('trial', false),
  },
})

export const demoSecurityHub = () => ({
  [frankfurt]: {
    DescribeHub: {
      HubArn: `arn:aws:securityhub:${frankfurt}:${demoId}:hub/default`,
      AutoEnableControls: true,
    },
    GetEnabledStandards: {
      StandardsSubscriptions: [
        {
          StandardsArn: `arn:aws:securityhub:${frankfurt}::standards/cis-aws-foundations-benchmark/v/3.0.0`,
          StandardsSubscriptionArn: `arn:aws:securityhub:${frankfurt}:${demoId}:subscription/cis-aws-foundations-benchmark/v/3.0.0`,
          StandardsInput: {},
          StandardsStatus: 'READY',
        },
      ],
    },
    ListEnabledProductsForImport: {
      ProductSubscriptions: [
        `arn:aws:securityhub:${frankfurt}:${demoId}:product-subscription/aws/guardduty`,
      ],
    },
  },
})

export const demoMacie = () => ({
  [frankfurt]: {
    GetMacieSession: { status: 'ENABLED', findingPublishingFrequency: 'FIFTEEN_MINUTES' },
    GetAutomatedDiscoveryConfiguration: { status: 'DISABLED' },
  },
})

const analyzer = (region: string, name: string, type: string) => ({
  arn: `arn:aws:access-analyzer:${region}:${demoId}:analyzer/${name}`,
  name,
  type,
  status: 'ACTIVE',
})

const outside = analyzer(virginia, 'outside', 'ACCOUNT')

export const demoAccessAnalyzer = () => ({
  [frankfurt]: {
    ListAnalyzers: {
      analyzers: [
        analyzer(frankfurt, 'outside', 'ACCOUNT'),
        analyzer(frankfurt, 'unused', 'ACCOUNT_UNUSED_ACCESS'),
      ],
    },
  },
  [virginia]: {
    ListAnalyzers: { analyzers: [outside] },
    ListFindings: {
      [outside.arn]: {
        findings: [
          {
            id: '0c7a6d7e-1f57-4a8e-8d1a-2f4a9c1e7b10',
            resource: 'arn:aws:s3:::larkspur-partner-feed',
            resourceType: 'AWS::S3::Bucket',
            status: 'ACTIVE',
          },
        ],
      },
    },
  },
})

const feature = (name: string, on: boolean) => ({ name, status: on ? 'ENABLED' : 'DISABLED' })

const watching = 'a4c1f0d27b9e4c5d8f6a0b1c2d3e4f50'
const alone = 'b7d2e1c38a0f4d6e9a7b1c2d3e4f5a61'

export const demoGuardDuty = () => ({
  [frankfurt]: {
    ListDetectors: { detectorIds: [watching] },
    GetDetector: {
      [watching]: {
        status: 'ENABLED',
        features: [
          feature('CLOUD_TRAIL', true),
          feature('S3_DATA_EVENTS', true),
          feature('EKS_AUDIT_LOGS', true),
          feature('EBS_MALWARE_PROTECTION', false),
          feature('RDS_LOGIN_EVENTS', true),
          feature('LAMBDA_NETWORK_LOGS', false),
          feature('RUNTIME_MONITORING', false),
          feature('EKS_RUNTIME_MONITORING', false),
        ],
      },
    },
    GetAdministratorAccount: {
      [watching]: { administrator: { accountId: partnerId, relationshipStatus: 'Enabled' } },
    },
    ListFindings: { [watching]: { findingIds: ['3ac5e1d07f9b4a6c8e2d1f0a9b8c7d6e'] } },
  },
  [virginia]: {
    ListDetectors: { detectorIds: [alone] },
    GetDetector: {
      [alone]: {
        status: 'ENABLED',
        features: [
          feature('CLOUD_TRAIL', true),
          feature('S3_DATA_EVENTS', false),
          feature('EKS_AUDIT_LOGS', false),
          feature('EBS_MALWARE_PROTECTION', true),
          feature('RDS_LOGIN_EVENTS', false),
          feature('LAMBDA_NETWORK_LOGS', true),
          {
            ...feature('RUNTIME_MONITORING', true),
            additionalConfiguration: [feature('EKS_ADDON_MANAGEMENT', true)],
          },
        ],
      },
    },
  },
})
