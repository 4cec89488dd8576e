// CloudTrail events that occur all the time without a change that needs a notification: reads, calls of AWS services,
// deployments and sign-ins with MFA. A filter that matches one of them keeps its alarm in the state ALARM. The names
// are those of the Service Authorization Reference. An event that a published filter matches cannot be here.
import type { LogEvent } from './filter-pattern.ts'

const account = '123456789012'

/** Members of every event of a call. */
const common = {
  eventVersion: '1.11',
  eventTime: '2026-01-15T11:58:03Z',
  awsRegion: 'us-east-1',
  requestID: '7f0c4d5e-1b2a-4c3d-9e8f-0a1b2c3d4e5f',
  eventID: '0d9c8b7a-6f5e-4d3c-2b1a-0f9e8d7c6b5a',
  recipientAccountId: account,
  eventType: 'AwsApiCall',
  eventCategory: 'Management',
  managementEvent: true,
  requestParameters: null,
  responseElements: null,
} satisfies LogEvent

const byRole = (role: string, sourceIPAddress: string, userAgent: string) => ({
  sourceIPAddress,
  userAgent,
  userIdentity: {
    type: 'AssumedRole',
    principalId: `AROAEXAMPLE:${role}`,
    arn: `arn:aws:sts::${account}:assumed-role/${role}/session`,
    accountId: account,
    accessKeyId: 'ASIAEXAMPLE',
    sessionContext: {
      sessionIssuer: { type: 'Role', arn: `arn:aws:iam::${account}:role/${role}`, userName: role },
      attributes: { creationDate: '2026-01-15T11:40:00Z', mfaAuthenticated: 'false' },
    },
  },
})

const deployer = byRole('deploy', '203.0.113.20', 'aws-sdk-go-v2/1.30')
const auditor = byRole('audit', '203.0.113.30', 'aws-cli/2.17')
const scaling = byRole(
  'AWSServiceRoleForAutoScaling',
  'autoscaling.amazonaws.com',
  'autoscaling.amazonaws.com',
)

const byUser = {
  sourceIPAddress: '198.51.100.7',
  userAgent: 'aws-cli/2.17',
  userIdentity: {
    type: 'IAMUser',
    principalId: 'AIDAEXAMPLE',
    arn: `arn:aws:iam::${account}:user/maria`,
    accountId: account,
    accessKeyId: 'AKIAEXAMPLE',
    userName: 'maria',
  },
}

const byService = (service: string) => ({
  sourceIPAddress: `${service}.amazonaws.com`,
  userAgent: `${service}.amazonaws.com`,
  userIdentity: { type: 'AWSService', invokedBy: `${service}.amazonaws.com` },
})

/** Callers of other kinds than users, roles and services. */
const otherAccount: LogEvent = {
  sourceIPAddress: '192.0.2.61',
  userAgent: 'Boto3/1.35',
  userIdentity: { type: 'AWSAccount', principalId: 'AROAPARTNER:sync', accountId: '999999999999' },
}
const webIdentity: LogEvent = {
  sourceIPAddress: '2001:db8:10::41',
  userAgent: 'aws-sdk-js/3.6',
  userIdentity: {
    type: 'WebIdentityUser',
    principalId: 'token.actions.githubusercontent.com:sts.amazonaws.com:repo:shop/web',
    userName: 'repo:shop/web',
    identityProvider: 'token.actions.githubusercontent.com',
  },
}
const samlUser: LogEvent = {
  sourceIPAddress: '198.51.100.9',
  userAgent: 'AWS Signin, aws-internal/3',
  userIdentity: {
    type: 'SAMLUser',
    principalId: 'provider:maria@example.com',
    userName: 'maria@example.com',
    identityProvider: 'provider',
  },
}
const federated: LogEvent = {
  sourceIPAddress: '198.51.100.12',
  userAgent: 'aws-cli/2.17',
  userIdentity: {
    type: 'FederatedUser',
    principalId: `${account}:broker`,
    arn: `arn:aws:sts::${account}:federated-user/broker`,
    accountId: account,
    accessKeyId: 'ASIAEXAMPLE',
  },
}
const identityCenter: LogEvent = {
  sourceIPAddress: '198.51.100.15',
  userAgent: 'aws-cli/2.17',
  userIdentity: {
    type: 'IdentityCenterUser',
    accountId: account,
    onBehalfOf: {
      userId: '9267e0a1',
      identityStoreArn: 'arn:aws:identitystore::1:identitystore/d-1',
    },
  },
}

const call =
  (readOnly: boolean) =>
  (source: string, eventName: string, caller: LogEvent, more: LogEvent = {}): LogEvent => ({
    ...common,
    ...caller,
    eventSource: `${source}.amazonaws.com`,
    eventName,
    readOnly,
    ...more,
  })
const read = call(true)
const write = call(false)

const signedIn: LogEvent = {
  ...common,
  ...byUser,
  userAgent: 'Mozilla/5.0',
  eventSource: 'signin.amazonaws.com',
  eventName: 'ConsoleLogin',
  eventType: 'AwsConsoleSignIn',
  readOnly: false,
  responseElements: { ConsoleLogin: 'Success' },
  additionalEventData: { MFAUsed: 'Yes', MobileVersion: 'No', LoginTo: 'https://console.aws/' },
}

/** Calls of scanners, consoles and applications that change nothing, by service. */
const reads: Readonly<Record<string, string>> = {
  ec2: 'DescribeVolumes DescribeSnapshots DescribeSubnets DescribeNetworkInterfaces DescribeImages DescribeVpcAttribute DescribeVpcEndpoints DescribeSecurityGroupRules GetConsoleOutput GetEbsEncryptionByDefault GetLaunchTemplateData ListSnapshotsInRecycleBin SearchTransitGatewayRoutes',
  s3: 'HeadBucket GetBucketLocation GetBucketVersioning GetBucketPolicyStatus GetBucketCors GetBucketLifecycle GetBucketReplication GetBucketPublicAccessBlock GetAccountPublicAccessBlock ListAccessPoints',
  iam: 'GetRole GetUser GetPolicy GetAccountSummary GetAccountPasswordPolicy GetAccountAuthorizationDetails GetCredentialReport GenerateCredentialReport GenerateServiceLastAccessedDetails GetServiceLastAccessedDetails ListRoles ListUsers ListAccessKeys ListMFADevices ListAttachedRolePolicies ListRolePolicies ListInstanceProfilesForRole ListAccountAliases ListEntitiesForPolicy SimulatePrincipalPolicy',
  organizations:
    'DescribeAccount DescribeOrganizationalUnit DescribeEffectivePolicy DescribeHandshake DescribeCreateAccountStatus DescribeResourcePolicy ListRoots ListChildren ListParents ListPolicies ListPoliciesForTarget ListTargetsForPolicy ListTagsForResource ListAccountsForParent ListOrganizationalUnitsForParent ListDelegatedAdministrators ListDelegatedServicesForAccount ListAWSServiceAccessForOrganization ListHandshakesForAccount ListHandshakesForOrganization ListCreateAccountStatus',
  cloudtrail:
    'GetTrail GetTrailStatus GetEventSelectors GetInsightSelectors GetEventDataStore GetQueryResults GetChannel GetImport GetResourcePolicy ListTrails ListTags ListEventDataStores ListQueries ListChannels ListImports ListPublicKeys ListInsightsMetricData DescribeQuery',
  config:
    'DescribeConfigRules DescribeConfigurationRecorderStatus DescribeDeliveryChannelStatus DescribeConfigRuleEvaluationStatus DescribeComplianceByConfigRule DescribeComplianceByResource DescribeConformancePacks DescribeConfigurationAggregators GetComplianceDetailsByConfigRule GetComplianceDetailsByResource GetComplianceSummaryByConfigRule GetDiscoveredResourceCounts GetResourceConfigHistory GetAggregateComplianceDetailsByConfigRule ListDiscoveredResources ListTagsForResource ListAggregateDiscoveredResources ListStoredQueries BatchGetResourceConfig BatchGetAggregateResourceConfig SelectResourceConfig SelectAggregateResourceConfig',
  kms: 'Encrypt ReEncrypt GenerateDataKeyWithoutPlaintext GenerateDataKeyPair GenerateDataKeyPairWithoutPlaintext GenerateMac GenerateRandom GetKeyPolicy GetKeyRotationStatus GetPublicKey GetParametersForImport ListKeys ListAliases ListGrants ListKeyPolicies ListKeyRotations ListResourceTags ListRetirableGrants Sign Verify VerifyMac DeriveSharedSecret DescribeCustomKeyStores',
  sts: 'GetSessionToken GetFederationToken GetAccessKeyInfo DecodeAuthorizationMessage',
  ecr: 'BatchGetImage BatchCheckLayerAvailability GetAuthorizationToken GetDownloadUrlForLayer DescribeRepositories',
  logs: 'DescribeLogGroups DescribeMetricFilters GetLogEvents FilterLogEvents StartQuery GetQueryResults ListTagsForResource',
  monitoring: 'DescribeAlarms GetMetricData ListMetrics',
  lambda: 'ListFunctions20150331 GetFunction20150331v2 GetPolicy20150331v2 ListTags20170331',
  dynamodb: 'DescribeTable ListTables DescribeTimeToLive',
  rds: 'DescribeDBInstances DescribeDBClusters DescribeDBSnapshotAttributes ListTagsForResource',
  autoscaling: 'DescribeAutoScalingGroups DescribeScalingActivities',
  elasticloadbalancing: 'DescribeLoadBalancers DescribeTargetHealth',
  ecs: 'DescribeTasks DescribeServices ListClusters',
  eks: 'DescribeCluster ListNodegroups',
  cloudformation: 'DescribeStacks DescribeStackEvents GetTemplate ListStacks',
  secretsmanager: 'GetSecretValue BatchGetSecretValue ListSecrets DescribeSecret',
  ssm: 'GetParameter GetParametersByPath DescribeInstanceInformation',
  guardduty: 'ListDetectors GetDetector GetFindings',
  securityhub: 'GetFindings BatchGetSecurityControls DescribeHub',
  tagging: 'GetResources GetTagKeys',
  codebuild: 'BatchGetBuilds BatchGetProjects',
  glue: 'GetTable GetDatabases BatchGetPartition',
  athena: 'GetQueryExecution GetQueryResults',
  health: 'DescribeEvents',
  sns: 'ListTopics GetTopicAttributes',
  sqs: 'ListQueues GetQueueAttributes',
}

/** Changes by deployments and operations that no check of this family covers, by service. */
const writes: Readonly<Record<string, string>> = {
  ec2: 'StartInstances StopInstances RebootInstances CreateNetworkInterface AttachNetworkInterface DetachNetworkInterface CreateNetworkInterfacePermission AssignPrivateIpAddresses UnassignPrivateIpAddresses CreateVolume DeleteVolume DetachVolume ModifyVolume CreateSnapshot CreateSnapshots DeleteSnapshot CopySnapshot CreateImage CopyImage DeregisterImage CreateLaunchTemplate CreateLaunchTemplateVersion DeleteLaunchTemplateVersions DeleteTags AllocateAddress AssociateAddress DisassociateAddress ReleaseAddress CreateFleet RequestSpotInstances ModifyInstanceAttribute AssociateIamInstanceProfile CreateKeyPair DeleteKeyPair',
  s3: 'CreateBucket DeleteBucket CreateMultipartUpload',
  iam: 'DeleteRole UntagRole CreateInstanceProfile AddRoleToInstanceProfile RemoveRoleFromInstanceProfile DeleteInstanceProfile CreateAccessKey UpdateAccessKey DeleteAccessKey ChangePassword',
  config:
    'StartConfigRulesEvaluation DeliverConfigSnapshot PutConfigRule DeleteConfigRule PutExternalEvaluation TagResource',
  kms: 'CreateKey CreateAlias UpdateAlias TagResource RetireGrant RevokeGrant EnableKeyRotation',
  ecr: 'PutImage InitiateLayerUpload UploadLayerPart CompleteLayerUpload',
  logs: 'CreateLogGroup PutRetentionPolicy TagResource',
  monitoring: 'PutMetricAlarm SetAlarmState PutDashboard',
  lambda: 'UpdateFunctionConfiguration20150331v2 PublishVersion20150331 CreateFunction20150331',
  dynamodb: 'UpdateTable CreateBackup TagResource',
  rds: 'CreateDBSnapshot DeleteDBSnapshot ModifyDBInstance',
  autoscaling: 'UpdateAutoScalingGroup SetDesiredCapacity CompleteLifecycleAction',
  elasticloadbalancing: 'RegisterTargets DeregisterTargets ModifyTargetGroup',
  ecs: 'RegisterTaskDefinition UpdateService RunTask DeregisterTaskDefinition',
  cloudformation: 'CreateChangeSet ExecuteChangeSet UpdateStack DeleteChangeSet',
  secretsmanager: 'PutSecretValue RotateSecret UpdateSecretVersionStage',
  ssm: 'SendCommand StartSession UpdateAssociationStatus PutInventory',
  securityhub: 'BatchImportFindings BatchUpdateFindings',
  codebuild: 'StartBuild',
  athena: 'StartQueryExecution',
  glue: 'UpdateTable BatchCreatePartition',
  events: 'PutRule PutTargets',
  backup: 'StartBackupJob',
  route53: 'ChangeResourceRecordSets',
  cloudfront: 'CreateInvalidation UpdateDistribution',
  sns: 'Subscribe SetTopicAttributes',
  sqs: 'CreateQueue SetQueueAttributes',
}

const all = (
  make: ReturnType<typeof call>,
  table: Readonly<Record<string, string>>,
  callers: readonly LogEvent[],
): readonly LogEvent[] =>
  Object.entries(table).flatMap(([source, names]) =>
    names.split(' ').map((name, at) => make(source, name, callers[at % callers.length] ?? auditor)),
  )

export const routine: readonly LogEvent[] = [
  read('ec2', 'DescribeInstances', auditor, { requestParameters: { maxResults: 1000 } }),
  read('ec2', 'DescribeSecurityGroups', auditor),
  read('ec2', 'DescribeNetworkAcls', byUser),
  read('ec2', 'DescribeRouteTables', auditor),
  read('ec2', 'DescribeVpcs', deployer),
  read('ec2', 'DescribeVpcPeeringConnections', auditor),
  read('ec2', 'DescribeInternetGateways', auditor),
  read('ec2', 'DescribeCustomerGateways', auditor),
  read('ec2', 'DescribeInstances', scaling, {
    errorCode: 'Client.RequestLimitExceeded',
    errorMessage: 'Request limit exceeded.',
  }),
  read('s3', 'ListBuckets', auditor),
  read('s3', 'HeadBucket', byService('delivery.logs')),
  read('s3', 'GetBucketAcl', byService('cloudtrail')),
  read('s3', 'GetBucketPolicy', byUser, {
    errorCode: 'NoSuchBucketPolicy',
    errorMessage: 'The bucket policy does not exist',
  }),
  read('s3', 'GetObject', byService('cloudfront'), {
    eventCategory: 'Data',
    managementEvent: false,
    resources: [{ type: 'AWS::S3::Object', ARN: 'arn:aws:s3:::site/index.html' }],
  }),
  ...['PutObject', 'DeleteObject'].map((name) =>
    write('s3', name, byService('logging.s3'), {
      eventCategory: 'Data',
      managementEvent: false,
      resources: [{ type: 'AWS::S3::Object', ARN: 'arn:aws:s3:::logs/1' }],
    }),
  ),
  write('iam', 'CreateRole', deployer),
  write('iam', 'TagRole', deployer),
  write('iam', 'CreateServiceLinkedRole', deployer),
  read('iam', 'GetPolicyVersion', auditor),
  read('iam', 'ListPolicies', auditor),
  read('iam', 'GetRolePolicy', deployer),
  read('organizations', 'DescribeOrganization', byUser),
  read('organizations', 'ListAccounts', auditor),
  read('organizations', 'DescribePolicy', auditor),
  read('cloudtrail', 'DescribeTrails', auditor),
  read('cloudtrail', 'LookupEvents', byUser),
  read('config', 'DescribeConfigurationRecorders', auditor),
  read('config', 'DescribeDeliveryChannels', auditor),
  write('config', 'PutEvaluations', byRole('rule', 'lambda.amazonaws.com', 'aws-sdk-nodejs')),
  read('kms', 'DescribeKey', auditor),
  read('kms', 'Decrypt', byService('secretsmanager')),
  read('kms', 'GenerateDataKey', byService('cloudtrail')),
  write('kms', 'CreateGrant', scaling),
  write('kms', 'RotateKey', byService('AWS Internal'), {
    eventType: 'AwsServiceEvent',
    sourceIPAddress: 'AWS Internal',
    userIdentity: { accountId: account, invokedBy: 'AWS Internal' },
  }),
  read('sts', 'AssumeRole', byService('lambda')),
  read('sts', 'GetCallerIdentity', byUser),
  read('sts', 'AssumeRole', otherAccount),
  read('sts', 'AssumeRole', auditor),
  read('sts', 'AssumeRoleWithWebIdentity', webIdentity),
  read('sts', 'AssumeRoleWithSAML', samlUser),
  read('sso', 'GetRoleCredentials', identityCenter, { eventType: 'AwsServiceEvent' }),
  read('sso', 'ListAccountRoles', identityCenter, { eventType: 'AwsServiceEvent' }),
  ...['CheckMfa', 'GetSigninToken', 'SwitchRole', 'ExitRole'].map((eventName) => ({
    ...signedIn,
    eventName,
    responseElements: { [eventName]: 'Success' },
    additionalEventData: { MfaType: 'Virtual MFA' },
  })),
  write('signin', 'UserAuthentication', identityCenter, {
    eventType: 'AwsServiceEvent',
    serviceEventDetails: { UserAuthentication: 'Success' },
  }),
  read('s3', 'ListBuckets', federated),
  write('dynamodb', 'UpdateTable', federated),
  signedIn,
  write('ec2', 'RunInstances', scaling),
  write('ec2', 'TerminateInstances', scaling),
  write('ec2', 'AttachVolume', byUser),
  write('ec2', 'DeleteNetworkInterface', byService('elasticloadbalancing')),
  write('ec2', 'CreateTags', deployer),
  write('lambda', 'UpdateFunctionCode20150331v2', deployer),
  write('logs', 'CreateLogStream', byService('lambda')),
  write('ssm', 'UpdateInstanceInformation', byRole('web', '203.0.113.40', 'amazon-ssm-agent')),
  write('ssm', 'PutParameter', byUser),
  ...all(read, reads, [auditor, byUser, deployer, byService('access-analyzer')]),
  ...all(write, writes, [deployer, scaling, byUser, byService('cloudformation')]),
]
