import type { Location } from '../../kit/index.ts'

/**
 * An ARN's service and the start of its resource part (all of it, unless it is empty or ends in a slash or a colon),
 * with its service and kinds in the scanner.
 */
interface Row {
  readonly service: string
  readonly resource: string
  /** The kinds of records with such an ARN, as `service/kind`. Several checks may evaluate the resource. */
  readonly kinds: readonly string[]
  /** Evaluated by the single unit of a service without regions, whatever region the ARN names. */
  readonly global?: true
  /** A visible resource may belong to another account: its ARN names the owner. */
  readonly shared?: true
}

const regional = (service: string, kinds: Readonly<Record<string, string>>): readonly Row[] =>
  Object.entries(kinds).map(([resource, kind]) => ({
    service,
    resource,
    kinds: [`${service}/${kind}`],
  }))

/** Services whose name in ARNs differs from the folder here. */
const regionalAs = (
  service: string,
  folder: string,
  kinds: Readonly<Record<string, string>>,
): readonly Row[] =>
  Object.entries(kinds).map(([resource, kind]) => ({
    service,
    resource,
    kinds: [`${folder}/${kind}`],
  }))

const global = (service: string, kinds: Readonly<Record<string, string>>): readonly Row[] =>
  Object.entries(kinds).map(([resource, kind]) => ({
    service,
    resource,
    kinds: [`${service}/${kind}`],
    global: true,
  }))

const rows: readonly Row[] = [
  ...global('s3', { 'accesspoint/': 'accessPoints', account: 'accounts' }),
  ...regional('kms', { 'key/': 'keys' }),
  { service: 'cloudtrail', resource: 'trail/', kinds: ['cloudtrail/trails'], shared: true },
  ...regional('cloudtrail', { trail: 'regions', account: 'accounts' }),
  ...regional('cloudwatch', { account: 'accounts', 'alarm:': 'alarms' }),
  { service: 'logs', resource: 'log-group:', kinds: ['cloudwatch/logGroups'] },
  {
    service: 'iam',
    resource: 'root',
    kinds: ['account/accounts', 'iam/roots', 'iam/keyHolders'],
    global: true,
  },
  { service: 'iam', resource: 'user/', kinds: ['iam/users', 'iam/keyHolders'], global: true },
  ...global('iam', {
    'password-policy': 'passwordPolicies',
    'saml-providers': 'federations',
    'group/': 'groups',
    'role/': 'roles',
    'policy/': 'policies',
    'inline-policy/': 'inlinePolicies',
    'server-certificate/': 'serverCertificates',
  }),
  ...regional('ec2', {
    account: 'settings',
    'security-group/': 'securityGroups',
    'network-acl/': 'networkAcls',
    'elastic-ip/': 'addresses',
    'instance/': 'instances',
    'launch-template/': 'launchTemplates',
    'image/': 'images',
    'volume/': 'volumes',
    'snapshot/': 'snapshots',
    'transit-gateway/': 'transitGateways',
    'client-vpn-endpoint/': 'clientVpnEndpoints',
  }),
  // ARNs of networks name EC2, but another service evaluates them.
  ...regional('ec2', {
    'vpc/': 'vpcs',
    'subnet/': 'subnets',
    'vpc-peering-connection/': 'peerings',
    'vpc-endpoint/': 'endpoints',
    'vpc-endpoint-service/': 'endpointServices',
    'vpn-connection/': 'vpnConnections',
  }).map((row) => ({ ...row, kinds: row.kinds.map((it) => it.replace('ec2/', 'vpc/')) })),
  ...regional('rds', { 'db:': 'instances', 'snapshot:': 'snapshots', es: 'regions' }),
  // Their ARNs do not show which of the three services they belong to.
  {
    service: 'rds',
    resource: 'cluster:',
    kinds: ['rds/clusters', 'neptune/clusters', 'documentdb/clusters'],
  },
  {
    service: 'rds',
    resource: 'cluster-snapshot:',
    kinds: ['rds/snapshots', 'neptune/snapshots', 'documentdb/snapshots'],
  },
  ...regional('config', { recorder: 'regions', 'configuration-recorder/': 'recorders' }),
  ...regional('securityhub', { 'hub/default': 'regions' }),
  { service: 'macie2', resource: 'session', kinds: ['macie/regions'] },
  {
    service: 'access-analyzer',
    resource: 'analyzers',
    kinds: ['accessanalyzer/regions'],
  },
  { service: 'access-analyzer', resource: 'analyzer/', kinds: ['accessanalyzer/analyzers'] },
  ...regional('guardduty', { detector: 'regions' }),
  { service: 'elasticfilesystem', resource: 'file-system/', kinds: ['efs/fileSystems'] },
  { service: 'elasticfilesystem', resource: 'access-point/', kinds: ['efs/accessPoints'] },
  ...regional('backup', {
    backups: 'regions',
    'backup-vault:': 'vaults',
    'recovery-point:': 'recoveryPoints',
  }),
  ...global('organizations', { account: 'accounts' }),
  ...regional('ecs', {
    'cluster/': 'clusters',
    'service/': 'services',
    'task-definition/': 'taskDefinitions',
  }),
  { service: 'lambda', resource: 'function:', kinds: ['awslambda/functions'] },
  {
    service: 'apigateway',
    resource: '/restapis/',
    kinds: ['apigateway/restApis', 'apigateway/stages'],
  },
  { service: 'apigateway', resource: '/domainnames/', kinds: ['apigateway/domainNames'] },
  {
    service: 'apigateway',
    resource: '/apis/',
    kinds: ['apigatewayv2/apis', 'apigatewayv2/stages'],
  },
  ...global('cloudfront', { 'distribution/': 'distributions' }),
  ...regional('ecr', { 'repository/': 'repositories', registry: 'registries' }),
  ...regional('eks', { 'cluster/': 'clusters' }),
  ...regional('autoscaling', { 'autoScalingGroup:': 'groups' }),
  ...regional('wafv2', { 'regional/webacl/': 'webAcls', 'global/webacl/': 'webAcls' }),
  ...regional('acm', { 'certificate/': 'certificates' }),
  ...regional('codeartifact', { 'package/': 'packages' }),
  ...regional('sqs', { '': 'queues' }),
  ...['app/', 'net/', 'gwy/'].map((type) => ({
    service: 'elasticloadbalancing',
    resource: `loadbalancer/${type}`,
    kinds: ['elbv2/loadBalancers'],
  })),
  { service: 'elasticloadbalancing', resource: 'loadbalancer/', kinds: ['elb/loadBalancers'] },
  ...regional('sns', { '': 'topics' }),
  ...regional('secretsmanager', { 'secret:': 'secrets' }),
  ...regional('dynamodb', { 'table/': 'tables' }),
  ...regionalAs('dax', 'dynamodb', { 'cache/': 'accelerators' }),
  ...regional('redshift', { 'cluster:': 'clusters' }),
  ...regionalAs('es', 'opensearch', { 'domain/': 'domains' }),
  ...regional('elasticache', { 'replicationgroup:': 'caches', 'cluster:': 'caches' }),
  ...regional('dms', { 'rep:': 'instances', 'endpoint:': 'endpoints', 'task:': 'tasks' }),
  ...regional('sagemaker', {
    'notebook-instance/': 'notebooks',
    'endpoint-config/': 'endpointConfigs',
    'model/': 'models',
    'domain/': 'domains',
  }),
  ...regional('codebuild', { 'project/': 'projects', 'report-group/': 'reportGroups' }),
  ...regionalAs('elasticmapreduce', 'emr', { 'cluster/': 'clusters', account: 'regions' }),
  ...regional('kafka', { 'cluster/': 'clusters' }),
  ...regionalAs('kafkaconnect', 'kafka', { 'connector/': 'connectors' }),
  ...regionalAs('network-firewall', 'networkfirewall', { 'firewall/': 'firewalls' }),
  ...regional('ssm', { 'document/': 'documents', 'managed-instance/': 'patchStates' }),
  ...regional('glacier', { 'vaults/': 'vaults' }),
  ...regionalAs('events', 'eventbridge', { 'event-bus/': 'buses', 'endpoint/': 'endpoints' }),
  ...regional('athena', { 'workgroup/': 'workgroups' }),
  ...regionalAs('cognito-idp', 'cognito', { 'userpool/': 'pools', 'userpool-client/': 'clients' }),
  ...regionalAs('cognito-identity', 'cognito', { 'identitypool/': 'identityPools' }),
  ...regionalAs('states', 'stepfunctions', { 'stateMachine:': 'stateMachines' }),
  ...regional('appsync', { 'apis/': 'apis' }),
  ...global('route53', { 'hostedzone/': 'zones' }),
  { service: 'route53domains', resource: 'domain/', kinds: ['route53/domains'], global: true },
]

/** AWS managed policies that are evaluated even if not attached. */
const named: Readonly<Record<string, string>> = {
  AWSCloudShellFullAccess: 'cloudShellAccess',
  AWSSupportAccess: 'supportAccess',
  SecurityAudit: 'securityAudit',
}

function awsPolicy(resource: string): Row | undefined {
  if (!resource.startsWith('policy/')) return undefined
  const kind = named[resource.slice('policy/'.length)]
  const kinds = kind ? ['iam/awsPolicies', `iam/${kind}`] : ['iam/awsPolicies']
  return { service: 'iam', resource, kinds, global: true }
}

const rowOf = (service: string, account: string, resource: string): Row | undefined =>
  service === 'iam' && account === 'aws'
    ? awsPolicy(resource)
    : rows.find(
        (row) =>
          row.service === service &&
          (/(^|[/:])$/.test(row.resource)
            ? resource.startsWith(row.resource)
            : resource === row.resource),
      )

/** Returns the locations of an ARN's resource; empty for an invalid ARN or a type that is not scanned. */
export function locate(uid: string): readonly Location[] {
  const [arn, partition, service, region, account, ...rest] = uid.split(':')
  const resource = rest.join(':')
  if (arn !== 'arn' || !partition?.startsWith('aws') || !service || !resource) return []
  if (service === 's3' && !region && !account) {
    return [{ service: 's3', kind: 'buckets', region: null, account: null }]
  }
  const row = rowOf(service, account ?? '', resource)
  return (row?.kinds ?? []).map((place) => {
    const [found = '', kind = ''] = place.split('/')
    return {
      service: found,
      kind,
      region: row?.global ? null : region || null,
      // Images and snapshots name no account, and AWS managed policies have no owner.
      account: account === 'aws' || row?.shared ? null : account || null,
    }
  })
}
