/** Fields that a provider omits on purpose, and the meaning of their absence. All other absent fields are gaps. */

export interface Omitted {
  readonly call: string
  /**
   * The end of the field's path. Fields within it are not included, except with `.*` at the end: their names or their
   * presence are the choice of a customer, so each of them can be absent.
   */
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

/** The rows of a call whose fields one page describes, with the meaning of the absence of each. */
const omits = (
  call: string,
  source: string,
  fields: Readonly<Record<string, string>>,
): readonly Omitted[] =>
  Object.entries(fields).map(([field, means]) => ({ call, field, means, source }))

const projects = `${aws}/codebuild/latest/APIReference/API_Project.html`
const taskDefinition = `${aws}/AmazonECS/latest/APIReference/API_TaskDefinition.html`
const container = `${aws}/AmazonECS/latest/APIReference/API_ContainerDefinition.html`
const ecsService = `${aws}/AmazonECS/latest/APIReference/API_Service.html`
const dbInstance = `${aws}/AmazonRDS/latest/APIReference/API_DBInstance.html`

/** By provider type. */
export const omitted: Readonly<Record<string, readonly Omitted[]>> = {
  aws: [
    ...omits('apigateway:GetResources', `${aws}/apigateway/latest/api/API_Resource.html`, {
      resourceMethods: 'The resource has no methods.',
      'resourceMethods.*': 'The resource has no such method.',
    }),
    ...omits('apigateway:GetStages', `${aws}/apigateway/latest/api/API_Stage.html`, {
      'methodSettings.*/*': 'The stage has no settings for all methods: this is a key, not a name.',
      variables: 'The stage has no variables.',
      'variables.*': 'The stage has no such variable: the names are chosen by its author.',
    }),
    ...omits(
      'codebuild:BatchGetProjects',
      `${aws}/codebuild/latest/APIReference/API_ProjectEnvironment.html`,
      { environmentVariables: 'The project has no variables.' },
    ),
    ...omits(
      'codebuild:BatchGetProjects',
      `${aws}/codebuild/latest/APIReference/API_LogsConfig.html`,
      {
        logsConfig: 'Logs are sent to CloudWatch, and not to S3.',
        'logsConfig.cloudWatchLogs': 'Logs are sent to CloudWatch.',
      },
    ),
    ...omits('codebuild:BatchGetProjects', projects, { webhook: 'The project has no webhook.' }),
    ...omits('ecs:DescribeServices', ecsService, {
      networkConfiguration:
        'The tasks do not use the network mode awsvpc, or have no public address.',
      platformVersion: 'The tasks do not run on Fargate.',
    }),
    ...omits(
      'ecs:DescribeServices',
      `${aws}/AmazonECS/latest/APIReference/API_AwsVpcConfiguration.html`,
      { 'awsvpcConfiguration.assignPublicIp': 'Disabled: the tasks have no public address.' },
    ),
    ...omits(
      'ecs:DescribeTaskDefinition',
      `${aws}/AmazonECS/latest/APIReference/API_LogConfiguration.html`,
      {
        'logConfiguration.options': 'The log driver has the mode of the account setting.',
        'logConfiguration.options.mode': 'The log driver has the mode of the account setting.',
      },
    ),
    ...omits('ecs:DescribeTaskDefinition', container, {
      environment: 'The container has no variables.',
      logConfiguration:
        'The container has no log driver, or the log driver has the mode of the account setting.',
      privileged: 'False.',
    }),
    ...omits('ecs:DescribeTaskDefinition', taskDefinition, {
      networkMode: 'The network mode is bridge.',
      pidMode: 'Each container has a private process namespace.',
    }),
    ...omits(
      'logs:DescribeLogGroups',
      `${aws}/AmazonCloudWatchLogs/latest/APIReference/API_LogGroup.html`,
      { retentionInDays: 'The log events never expire.' },
    ),
    ...omits('rds:DescribeDBClusters', `${aws}/AmazonRDS/latest/APIReference/API_DBCluster.html`, {
      AutoMinorVersionUpgrade: 'The cluster does not support the setting.',
    }),
    ...omits('rds:DescribeDBInstances', dbInstance, {
      CertificateDetails: 'The instance has no certificate.',
      Endpoint: 'The instance does not accept connections yet.',
      DBClusterIdentifier: 'The instance is not a member of a cluster.',
    }),
    ...omits(
      'autoscaling:DescribeAutoScalingGroups',
      `${aws}/autoscaling/ec2/APIReference/API_AutoScalingGroup.html`,
      {
        LoadBalancerNames: 'The group has no Classic Load Balancer.',
        LaunchConfigurationName: 'The group uses a launch template.',
      },
    ),
    ...omits('backup:GetBackupSelection', selection, {
      Resources: 'The selection has no ARNs.',
      ListOfTags: 'The selection has no tags.',
    }),
    ...omits('ec2:DescribeAddresses', `${aws}/AWSEC2/latest/APIReference/API_Address.html`, {
      allocationId: 'The address is identified by its IP address.',
    }),
    ...omits(
      'ec2:DescribeInstances',
      `${aws}/AWSEC2/latest/APIReference/API_InstancePrivateIpAddress.html`,
      { association: 'The private address has no public address.' },
    ),
    ...omits('ec2:DescribeInstances', instance, {
      iamInstanceProfile: 'The instance has no instance profile.',
    }),
    ...omits('ec2:DescribeLaunchTemplateVersions', template, {
      launchTemplateData: 'The version sets no parameters.',
      'launchTemplateData.networkInterfaceSet': 'The version configures no network interfaces.',
    }),
    ...omits(
      'ec2:DescribeLaunchTemplateVersions',
      `${aws}/AWSEC2/latest/APIReference/API_LaunchTemplateInstanceNetworkInterfaceSpecification.html`,
      {
        'launchTemplateData.networkInterfaceSet.item.associatePublicIpAddress':
          'The version does not request a public address. The subnet decides.',
      },
    ),
    ...omits('emr:DescribeCluster', `${aws}/emr/latest/APIReference/API_Cluster.html`, {
      MasterPublicDnsName: 'The primary node has no DNS name yet.',
    }),
    ...omits('events:ListEventBuses', `${aws}/eventbridge/latest/APIReference/API_EventBus.html`, {
      Policy: 'The bus has no resource policy.',
    }),
    ...omits(details, iam('UserDetail'), {
      UserPolicyList: 'The user has no inline policies.',
      GroupList: 'The user is in no group.',
    }),
    ...omits(details, iam('UserDetail'), {
      'UserDetailList.member.AttachedManagedPolicies': 'The user has no managed policies.',
    }),
    ...omits(details, iam('GroupDetail'), {
      'GroupDetailList.member.AttachedManagedPolicies': 'The group has no managed policies.',
    }),
    ...omits(details, iam('RoleDetail'), { RolePolicyList: 'The role has no inline policies.' }),
    ...omits(details, iam('RoleDetail'), {
      'RoleDetailList.member.AttachedManagedPolicies': 'The role has no managed policies.',
    }),
    ...omits('lambda:ListFunctions', lambda('FunctionConfiguration'), {
      VpcConfig: 'The function is not in a VPC.',
      Environment: 'The function has no environment variables.',
      'Environment.Variables.*':
        'The function has no such variable: the names are chosen by its author.',
    }),
    ...omits('lambda:ListFunctionUrlConfigs', lambda('FunctionUrlConfig'), {
      Cors: 'The URL allows no other origins.',
    }),
    ...omits('lambda:ListFunctionUrlConfigs', lambda('Cors'), {
      'Cors.AllowOrigins': 'The URL allows no other origins.',
    }),
    ...omits(
      'opensearch:DescribeDomain',
      `${aws}/opensearch-service/latest/APIReference/API_DomainStatus.html`,
      { AccessPolicies: 'The domain has no access policy.' },
    ),
    ...omits('s3:GetBucketPolicy', grammar, {
      'Statement.*':
        'The elements of a policy are the words of its author, and S3 accepts no statement without a principal and an action.',
    }),
    ...omits(
      's3control:ListAccessPoints',
      `${aws}/AmazonS3/latest/API/API_control_ListAccessPoints.html`,
      { AccessPointList: 'The region has no access points.' },
    ),
    ...omits(
      'secretsmanager:ListSecrets',
      `${aws}/secretsmanager/latest/apireference/API_SecretListEntry.html`,
      { OwningService: 'No AWS service manages the secret.' },
    ),
    ...omits(
      'secretsmanager:GetResourcePolicy',
      `${aws}/secretsmanager/latest/apireference/API_GetResourcePolicy.html`,
      { ResourcePolicy: 'The secret has no resource policy.' },
    ),
    ...omits(
      'sqs:ListQueues',
      `${aws}/AWSSimpleQueueService/latest/APIReference/API_ListQueues.html`,
      { QueueUrls: 'The region has no queues.' },
    ),
    ...omits(
      'sqs:GetQueueAttributes',
      `${aws}/AWSSimpleQueueService/latest/APIReference/API_GetQueueAttributes.html`,
      { Policy: 'The queue has no policy.' },
    ),
  ],
  github: [],
  kubernetes: [
    ...omits('list pods', metadata, {
      'metadata.labels':
        'The object has no labels. A pod of a ReplicaSet then counts as one of the ReplicaSet.',
      'metadata.labels.*': 'The object has no such label: the names are chosen by its author.',
      'metadata.ownerReferences': 'The pod has no controller.',
    }),
    ...omits(
      'list pods',
      'https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/owner-reference/',
      { 'metadata.ownerReferences.controller': 'The owner is not the controller of the pod.' },
    ),
    ...omits('list pods', pods, {
      'spec.hostNetwork': 'False.',
      'spec.hostPID': 'False.',
      'spec.hostIPC': 'False.',
      'spec.containers.securityContext': 'Not privileged, and no added capabilities.',
      'spec.containers.securityContext.privileged': 'False.',
      'spec.containers.env': 'The container has no variables.',
      'spec.containers.env.valueFrom':
        'The variable has a literal value, which is empty if value is also absent.',
    }),
    ...omits(
      'list clusterrolebindings',
      'https://kubernetes.io/docs/reference/kubernetes-api/authorization-resources/cluster-role-binding-v1/',
      { subjects: 'The binding applies to no subject.' },
    ),
  ],
  okta: [
    ...omits(
      'list apps',
      'https://developer.okta.com/docs/api/openapi/okta-management/management/tag/Application/',
      {
        '_links.accessPolicy':
          'The app has no authentication policy, because users do not sign in to it.',
      },
    ),
    ...omits('list policy rules', policies, { conditions: 'The rule applies to every sign-in.' }),
  ],
}

const plain = (path: string): string => `.${path.replaceAll('[]', '')}`

/** True if an entry for `listed` includes the field: the field itself, or with `.*` a field within it. */
const includes = (listed: string, field: string): boolean =>
  listed.endsWith('.*')
    ? plain(field).includes(plain(listed.slice(0, -1)))
    : plain(field).endsWith(plain(listed))

/** Returns the entry that includes a field. */
export const omissionOf = (type: string, call: string, field: string): Omitted | undefined =>
  omitted[type]?.find((one) => one.call === call && includes(one.field, field))

/** The page of all entries. */
export const omittedPage = (): string =>
  `# Fields that providers omit

A field that is missing in a response of a provider is a gap: the checks that need it give no verdict. The fields on this
page are exceptions. The provider omits them on purpose, and their absence has a meaning. Each row is for this field only. A row that
ends with \`.*\` is for each field within it: a customer chooses which of them exist.

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
