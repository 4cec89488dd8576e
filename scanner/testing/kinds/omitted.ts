/** Fields that a provider omits on purpose, and the meaning of their absence. All other absent fields are gaps. */

export interface Omitted {
  readonly call: string
  /** The end of the field's path. Fields within it are included. */
  readonly field: string
  readonly means: string
  /** The vendor's page. */
  readonly source: string
}

const aws = 'https://docs.aws.amazon.com'
const selection = `${aws}/aws-backup/latest/devguide/API_BackupSelection.html`
const instance = `${aws}/AWSEC2/latest/APIReference/API_Instance.html`
const template = `${aws}/AWSEC2/latest/APIReference/API_ResponseLaunchTemplateData.html`
const details = 'iam:GetAccountAuthorizationDetails'
const iam = (type: string): string => `${aws}/IAM/latest/APIReference/API_${type}.html`
const grammar = `${aws}/IAM/latest/UserGuide/reference_policies_grammar.html`
const lambda = (type: string): string => `${aws}/lambda/latest/api/API_${type}.html`
const pods = 'https://kubernetes.io/docs/reference/kubernetes-api/workload-resources/pod-v1/'
const metadata =
  'https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/object-meta/'
const policies =
  'https://developer.okta.com/docs/api/openapi/okta-management/management/tag/Policy/'

const row = (call: string, field: string, means: string, source: string): Omitted => ({
  call,
  field,
  means,
  source,
})

const projects = `${aws}/codebuild/latest/APIReference/API_Project.html`
const taskDefinition = `${aws}/AmazonECS/latest/APIReference/API_TaskDefinition.html`
const container = `${aws}/AmazonECS/latest/APIReference/API_ContainerDefinition.html`
const ecsService = `${aws}/AmazonECS/latest/APIReference/API_Service.html`
const dbInstance = `${aws}/AmazonRDS/latest/APIReference/API_DBInstance.html`

/** By provider type. */
export const omitted: Readonly<Record<string, readonly Omitted[]>> = {
  aws: [
    row(
      'apigateway:GetResources',
      'resourceMethods',
      'The resource has no methods.',
      `${aws}/apigateway/latest/api/API_Resource.html`,
    ),
    row(
      'apigateway:GetStages',
      'methodSettings.*/*',
      'The stage has no settings for all methods: this is a key, not a name.',
      `${aws}/apigateway/latest/api/API_Stage.html`,
    ),
    row(
      'apigateway:GetStages',
      'variables',
      'The stage has no variables.',
      `${aws}/apigateway/latest/api/API_Stage.html`,
    ),
    row(
      'codebuild:BatchGetProjects',
      'environmentVariables',
      'The project has no variables.',
      `${aws}/codebuild/latest/APIReference/API_ProjectEnvironment.html`,
    ),
    row(
      'codebuild:BatchGetProjects',
      'logsConfig',
      'Logs are sent to CloudWatch, and not to S3.',
      `${aws}/codebuild/latest/APIReference/API_LogsConfig.html`,
    ),
    row('codebuild:BatchGetProjects', 'webhook', 'The project has no webhook.', projects),
    row(
      'ecs:DescribeServices',
      'networkConfiguration',
      'The tasks do not use the network mode awsvpc, or have no public address.',
      ecsService,
    ),
    row('ecs:DescribeServices', 'platformVersion', 'The tasks do not run on Fargate.', ecsService),
    row('ecs:DescribeTaskDefinition', 'environment', 'The container has no variables.', container),
    row(
      'ecs:DescribeTaskDefinition',
      'logConfiguration',
      'The container has no log driver, or the log driver has the mode of the account setting.',
      container,
    ),
    row('ecs:DescribeTaskDefinition', 'privileged', 'False.', container),
    row('ecs:DescribeTaskDefinition', 'networkMode', 'The network mode is bridge.', taskDefinition),
    row(
      'ecs:DescribeTaskDefinition',
      'pidMode',
      'Each container has a private process namespace.',
      taskDefinition,
    ),
    row(
      'logs:DescribeLogGroups',
      'retentionInDays',
      'The log events never expire.',
      `${aws}/AmazonCloudWatchLogs/latest/APIReference/API_LogGroup.html`,
    ),
    row(
      'rds:DescribeDBClusters',
      'AutoMinorVersionUpgrade',
      'The cluster does not support the setting.',
      `${aws}/AmazonRDS/latest/APIReference/API_DBCluster.html`,
    ),
    row(
      'rds:DescribeDBInstances',
      'CertificateDetails',
      'The instance has no certificate.',
      dbInstance,
    ),
    row(
      'rds:DescribeDBInstances',
      'Endpoint',
      'The instance does not accept connections yet.',
      dbInstance,
    ),
    row(
      'rds:DescribeDBInstances',
      'DBClusterIdentifier',
      'The instance is not a member of a cluster.',
      dbInstance,
    ),
    row(
      'autoscaling:DescribeAutoScalingGroups',
      'LoadBalancerNames',
      'The group has no Classic Load Balancer.',
      `${aws}/autoscaling/ec2/APIReference/API_AutoScalingGroup.html`,
    ),
    row(
      'autoscaling:DescribeAutoScalingGroups',
      'LaunchConfigurationName',
      'The group uses a launch template.',
      `${aws}/autoscaling/ec2/APIReference/API_AutoScalingGroup.html`,
    ),
    row('backup:GetBackupSelection', 'Resources', 'The selection has no ARNs.', selection),
    row('backup:GetBackupSelection', 'ListOfTags', 'The selection has no tags.', selection),
    row(
      'ec2:DescribeAddresses',
      'allocationId',
      'The address is identified by its IP address.',
      `${aws}/AWSEC2/latest/APIReference/API_Address.html`,
    ),
    row(
      'ec2:DescribeInstances',
      'association',
      'The private address has no public address.',
      `${aws}/AWSEC2/latest/APIReference/API_InstancePrivateIpAddress.html`,
    ),
    row(
      'ec2:DescribeInstances',
      'iamInstanceProfile',
      'The instance has no instance profile.',
      instance,
    ),
    row(
      'ec2:DescribeLaunchTemplateVersions',
      'launchTemplateData',
      'The version sets no parameters.',
      template,
    ),
    row(
      'emr:DescribeCluster',
      'MasterPublicDnsName',
      'The primary node has no DNS name yet.',
      `${aws}/emr/latest/APIReference/API_Cluster.html`,
    ),
    row(
      'events:ListEventBuses',
      'Policy',
      'The bus has no resource policy.',
      `${aws}/eventbridge/latest/APIReference/API_EventBus.html`,
    ),
    row(details, 'UserPolicyList', 'The user has no inline policies.', iam('UserDetail')),
    row(details, 'GroupList', 'The user is in no group.', iam('UserDetail')),
    row(
      details,
      'UserDetailList.member.AttachedManagedPolicies',
      'The user has no managed policies.',
      iam('UserDetail'),
    ),
    row(
      details,
      'GroupDetailList.member.AttachedManagedPolicies',
      'The group has no managed policies.',
      iam('GroupDetail'),
    ),
    row(details, 'RolePolicyList', 'The role has no inline policies.', iam('RoleDetail')),
    row(
      details,
      'RoleDetailList.member.AttachedManagedPolicies',
      'The role has no managed policies.',
      iam('RoleDetail'),
    ),
    row(
      'lambda:ListFunctions',
      'VpcConfig',
      'The function is not in a VPC.',
      lambda('FunctionConfiguration'),
    ),
    row(
      'lambda:ListFunctions',
      'Environment',
      'The function has no environment variables.',
      lambda('FunctionConfiguration'),
    ),
    row(
      'lambda:ListFunctionUrlConfigs',
      'Cors',
      'The URL allows no other origins.',
      lambda('FunctionUrlConfig'),
    ),
    row(
      'opensearch:DescribeDomain',
      'AccessPolicies',
      'The domain has no access policy.',
      `${aws}/opensearch-service/latest/APIReference/API_DomainStatus.html`,
    ),
    row(
      's3:GetBucketPolicy',
      'Statement',
      'The elements of a policy are the words of its author, and S3 accepts no statement without a principal and an action.',
      grammar,
    ),
    row(
      's3control:ListAccessPoints',
      'AccessPointList',
      'The region has no access points.',
      `${aws}/AmazonS3/latest/API/API_control_ListAccessPoints.html`,
    ),
    row(
      'secretsmanager:ListSecrets',
      'OwningService',
      'No AWS service manages the secret.',
      `${aws}/secretsmanager/latest/apireference/API_SecretListEntry.html`,
    ),
    row(
      'secretsmanager:GetResourcePolicy',
      'ResourcePolicy',
      'The secret has no resource policy.',
      `${aws}/secretsmanager/latest/apireference/API_GetResourcePolicy.html`,
    ),
    row(
      'sqs:ListQueues',
      'QueueUrls',
      'The region has no queues.',
      `${aws}/AWSSimpleQueueService/latest/APIReference/API_ListQueues.html`,
    ),
    row(
      'sqs:GetQueueAttributes',
      'Policy',
      'The queue has no policy.',
      `${aws}/AWSSimpleQueueService/latest/APIReference/API_GetQueueAttributes.html`,
    ),
  ],
  github: [],
  kubernetes: [
    row(
      'list pods',
      'metadata.labels',
      'The object has no labels. A pod of a ReplicaSet then counts as one of the ReplicaSet.',
      metadata,
    ),
    row('list pods', 'metadata.ownerReferences', 'The pod has no controller.', metadata),
    row('list pods', 'spec.hostNetwork', 'False.', pods),
    row('list pods', 'spec.hostPID', 'False.', pods),
    row('list pods', 'spec.hostIPC', 'False.', pods),
    row(
      'list pods',
      'spec.containers.securityContext',
      'Not privileged, and no added capabilities.',
      pods,
    ),
    row(
      'list pods',
      'spec.containers.env',
      'The container has no variables, or the variable has a value.',
      pods,
    ),
    row(
      'list clusterrolebindings',
      'subjects',
      'The binding applies to no subject.',
      'https://kubernetes.io/docs/reference/kubernetes-api/authorization-resources/cluster-role-binding-v1/',
    ),
  ],
  okta: [
    row(
      'list apps',
      '_links.accessPolicy',
      'The app has no authentication policy, because users do not sign in to it.',
      'https://developer.okta.com/docs/api/openapi/okta-management/management/tag/Application/',
    ),
    row('list policy rules', 'conditions', 'The rule applies to every sign-in.', policies),
  ],
}

const plain = (path: string): string => `.${path.replaceAll('[]', '')}.`

/** Returns the entry that includes a field. */
export const omissionOf = (type: string, call: string, field: string): Omitted | undefined =>
  omitted[type]?.find((one) => one.call === call && plain(field).includes(plain(one.field)))

/** The page of all entries. */
export const omittedPage = (): string =>
  `# Fields that providers omit

A field that is missing in a response of a provider is a gap: the checks that need it give no verdict. The fields on this
page are exceptions. The provider omits them on purpose, and their absence has a meaning. Fields within them are included.

\`scanner/kinds-absent.large.test.ts\` removes each field of the responses of the test accounts in turn. It fails if a verdict
improves, or if a failed finding disappears without a gap, and the field is not on this page.

| Provider | Call | Field | Meaning of its absence |
|---|---|---|---|
${Object.entries(omitted)
  .flatMap(([type, rows]) =>
    rows.map(
      ({ call, field, means, source }) =>
        `| ${type} | \`${call}\` | \`${field}\` | ${means} [Source](${source}) |`,
    ),
  )
  .join('\n')}
`
