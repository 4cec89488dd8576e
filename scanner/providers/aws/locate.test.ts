import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { locate } from './locate.ts'

const account = '123456789012'

const known: [string, string[], string | null, string | null][] = [
  ['arn:aws:s3:::logs', ['s3/buckets'], null, null],
  [`arn:aws:s3:eu-west-1:${account}:accesspoint/p`, ['s3/accessPoints'], null, account],
  [`arn:aws:s3:us-east-1:${account}:account`, ['s3/accounts'], null, account],
  [
    `arn:aws:iam::${account}:root`,
    ['account/accounts', 'iam/roots', 'iam/keyHolders'],
    null,
    account,
  ],
  [`arn:aws:iam::${account}:user/ops/a,b`, ['iam/users', 'iam/keyHolders'], null, account],
  [`arn:aws:iam::${account}:policy/readers`, ['iam/policies'], null, account],
  [
    `arn:aws:iam::${account}:inline-policy/user/ops/a/all + more`,
    ['iam/inlinePolicies'],
    null,
    account,
  ],
  ['arn:aws:iam::aws:policy/AdministratorAccess', ['iam/awsPolicies'], null, null],
  ['arn:aws:iam::aws:policy/SecurityAudit', ['iam/awsPolicies', 'iam/securityAudit'], null, null],
  [`arn:aws:kms:eu-west-1:${account}:key/1`, ['kms/keys'], 'eu-west-1', account],
  [`arn:aws:cloudtrail:eu-west-1:${account}:trail/t`, ['cloudtrail/trails'], 'eu-west-1', null],
  [`arn:aws:cloudtrail:eu-west-1:${account}:trail`, ['cloudtrail/regions'], 'eu-west-1', account],
  [
    `arn:aws:cloudwatch:us-east-1:${account}:account`,
    ['cloudwatch/accounts'],
    'us-east-1',
    account,
  ],
  [`arn:aws:cloudwatch:eu-west-1:${account}:alarm:a`, ['cloudwatch/alarms'], 'eu-west-1', account],
  [
    `arn:aws:logs:eu-west-1:${account}:log-group:/a/b`,
    ['cloudwatch/logGroups'],
    'eu-west-1',
    account,
  ],
  [`arn:aws:config:eu-west-1:${account}:recorder`, ['config/regions'], 'eu-west-1', account],
  [
    `arn:aws:config:eu-west-1:${account}:configuration-recorder/default`,
    ['config/recorders'],
    'eu-west-1',
    account,
  ],
  [
    `arn:aws:securityhub:eu-west-1:${account}:hub/default`,
    ['securityhub/regions'],
    'eu-west-1',
    account,
  ],
  [`arn:aws:macie2:eu-west-1:${account}:session`, ['macie/regions'], 'eu-west-1', account],
  [
    `arn:aws:access-analyzer:eu-west-1:${account}:analyzers`,
    ['accessanalyzer/regions'],
    'eu-west-1',
    account,
  ],
  [
    `arn:aws:access-analyzer:eu-west-1:${account}:analyzer/a`,
    ['accessanalyzer/analyzers'],
    'eu-west-1',
    account,
  ],
  [`arn:aws:guardduty:eu-west-1:${account}:detector`, ['guardduty/regions'], 'eu-west-1', account],
  [
    `arn:aws:elasticfilesystem:eu-west-1:${account}:file-system/fs-1`,
    ['efs/fileSystems'],
    'eu-west-1',
    account,
  ],
  [
    `arn:aws:elasticfilesystem:eu-west-1:${account}:access-point/fsap-1`,
    ['efs/accessPoints'],
    'eu-west-1',
    account,
  ],
  [`arn:aws:backup:eu-west-1:${account}:backups`, ['backup/regions'], 'eu-west-1', account],
  [`arn:aws:backup:eu-west-1:${account}:backup-vault:v`, ['backup/vaults'], 'eu-west-1', account],
  [
    `arn:aws:backup:eu-west-1:${account}:recovery-point:1`,
    ['backup/recoveryPoints'],
    'eu-west-1',
    account,
  ],
  [`arn:aws:organizations::${account}:account`, ['organizations/accounts'], null, account],
  [`arn:aws-cn:ec2:cn-north-1:${account}:instance/i-1`, ['ec2/instances'], 'cn-north-1', account],
  [`arn:aws:ec2:eu-west-1:${account}:vpc/vpc-1`, ['vpc/vpcs'], 'eu-west-1', account],
  [
    `arn:aws:ec2:eu-west-1:${account}:vpc-endpoint-service/vpce-svc-1`,
    ['vpc/endpointServices'],
    'eu-west-1',
    account,
  ],
  [`arn:aws:rds:eu-west-1:${account}:db:shop`, ['rds/instances'], 'eu-west-1', account],
  [`arn:aws:rds:eu-west-1:${account}:snapshot:rds:s`, ['rds/snapshots'], 'eu-west-1', account],
  [`arn:aws:rds:eu-west-1:${account}:es`, ['rds/regions'], 'eu-west-1', account],
  [
    `arn:aws:rds:eu-west-1:${account}:cluster:ledger`,
    ['rds/clusters', 'neptune/clusters', 'documentdb/clusters'],
    'eu-west-1',
    account,
  ],
  [
    `arn:aws:rds:eu-west-1:${account}:cluster-snapshot:weekly`,
    ['rds/snapshots', 'neptune/snapshots', 'documentdb/snapshots'],
    'eu-west-1',
    account,
  ],
  [
    `arn:aws:codeartifact:eu-west-1:${account}:package/d/r/npm//p`,
    ['codeartifact/packages'],
    'eu-west-1',
    account,
  ],
  [`arn:aws:sqs:eu-west-1:${account}:orders`, ['sqs/queues'], 'eu-west-1', account],
  [
    `arn:aws:elasticloadbalancing:eu-west-1:${account}:loadbalancer/app/shop/1`,
    ['elbv2/loadBalancers'],
    'eu-west-1',
    account,
  ],
  [
    `arn:aws:elasticloadbalancing:eu-west-1:${account}:loadbalancer/intranet`,
    ['elb/loadBalancers'],
    'eu-west-1',
    account,
  ],
  [`arn:aws:ecs:eu-west-1:${account}:service/shop/web`, ['ecs/services'], 'eu-west-1', account],
  [
    `arn:aws:ecs:eu-west-1:${account}:task-definition/shop:7`,
    ['ecs/taskDefinitions'],
    'eu-west-1',
    account,
  ],
  [
    `arn:aws:lambda:eu-west-1:${account}:function:resize`,
    ['awslambda/functions'],
    'eu-west-1',
    account,
  ],
  [
    'arn:aws:apigateway:eu-west-1::/restapis/a1/stages/live',
    ['apigateway/restApis', 'apigateway/stages'],
    'eu-west-1',
    null,
  ],
  [
    'arn:aws:apigateway:eu-west-1::/apis/a1',
    ['apigatewayv2/apis', 'apigatewayv2/stages'],
    'eu-west-1',
    null,
  ],
  [`arn:aws:cloudfront::${account}:distribution/E1`, ['cloudfront/distributions'], null, account],
  [`arn:aws:ecr:eu-west-1:${account}:repository/a/b`, ['ecr/repositories'], 'eu-west-1', account],
  [`arn:aws:eks:eu-west-1:${account}:cluster/shop`, ['eks/clusters'], 'eu-west-1', account],
  [
    `arn:aws:autoscaling:eu-west-1:${account}:autoScalingGroup:1:autoScalingGroupName/web`,
    ['autoscaling/groups'],
    'eu-west-1',
    account,
  ],
  [
    `arn:aws:wafv2:us-east-1:${account}:global/webacl/www/1`,
    ['wafv2/webAcls'],
    'us-east-1',
    account,
  ],
  [`arn:aws:acm:eu-west-1:${account}:certificate/1`, ['acm/certificates'], 'eu-west-1', account],
  ['arn:aws:route53:::hostedzone/Z1', ['route53/zones'], null, null],
  ['arn:aws:route53domains:::domain/larkspur.example', ['route53/domains'], null, null],
  ['arn:aws:ec2:eu-west-1::snapshot/snap-1', ['ec2/snapshots'], 'eu-west-1', null],
]

/** Services of one region each, by their ARNs. */
const regional: [string, string, string][] = [
  ['sns', 'orders', 'sns/topics'],
  ['secretsmanager', 'secret:db-AbCdEf', 'secretsmanager/secrets'],
  ['dynamodb', 'table/t', 'dynamodb/tables'],
  ['dax', 'cache/c', 'dynamodb/accelerators'],
  ['redshift', 'cluster:c', 'redshift/clusters'],
  ['es', 'domain/d', 'opensearch/domains'],
  ['elasticache', 'replicationgroup:g', 'elasticache/caches'],
  ['elasticache', 'cluster:c', 'elasticache/caches'],
  ['dms', 'task:T', 'dms/tasks'],
  ['sagemaker', 'notebook-instance/n', 'sagemaker/notebooks'],
  ['codebuild', 'report-group/g', 'codebuild/reportGroups'],
  ['elasticmapreduce', 'account', 'emr/regions'],
  ['kafka', 'cluster/c/1', 'kafka/clusters'],
  ['kafkaconnect', 'connector/c/1', 'kafka/connectors'],
  ['network-firewall', 'firewall/f', 'networkfirewall/firewalls'],
  ['ssm', 'managed-instance/mi-1', 'ssm/patchStates'],
  ['glacier', 'vaults/v', 'glacier/vaults'],
  ['events', 'event-bus/b', 'eventbridge/buses'],
  ['athena', 'workgroup/w', 'athena/workgroups'],
  ['cognito-idp', 'userpool/p', 'cognito/pools'],
  ['cognito-idp', 'userpool-client/p/c', 'cognito/clients'],
  ['cognito-identity', 'identitypool/eu-west-1:1', 'cognito/identityPools'],
  ['states', 'stateMachine:m', 'stepfunctions/stateMachines'],
  ['appsync', 'apis/a', 'appsync/apis'],
]

test('an ARN of a service in a region tells its kind', () => {
  for (const [service, resource, place] of regional) {
    const [found, ...more] = locate(`arn:aws:${service}:eu-west-1:${account}:${resource}`)
    const [name, kind] = place.split('/')
    deepEqual(found, { service: name, kind, region: 'eu-west-1', account }, place)
    deepEqual(more, [])
  }
})

test('an ARN tells services, kinds, region and account', () => {
  for (const [arn, places, region, owner] of known) {
    deepEqual(
      locate(arn).map((it) => [`${it.service}/${it.kind}`, it.region, it.account]),
      places.map((place) => [place, region, owner]),
      arn,
    )
  }
})

test('what is no ARN, or of a kind no scan looks at, is nowhere', () => {
  const strangers = [
    '',
    'logs',
    'arn:aws:s3',
    'arn:gcp:s3:::x',
    'arn:aws:sqs:eu-west-1:1:',
    `arn:aws:iam::${account}:rooted`,
    `arn:aws:iam::${account}:mfa/phone`,
    'arn:aws:iam::aws:user/x',
    `arn:aws:ec2:eu-west-1:${account}:account/more`,
    `arn:aws:rds:eu-west-1:${account}:es:alarms`,
  ]
  for (const uid of strangers) deepEqual(locate(uid), [], uid)
})
