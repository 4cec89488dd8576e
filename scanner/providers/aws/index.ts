import { type Provider, provider } from '../../kit/index.ts'
import { catalog } from './catalog.ts'
import type { Aws } from './client.ts'
import { ambientCredentials, type CredentialSource } from './credentials.ts'
import { hosts } from './endpoints.ts'
import { events } from './events.ts'
import { locate } from './locate.ts'
import { callsOf } from './operations.ts'
import { usesAmbientIdentity } from './ambient.ts'
import { openSession } from './session.ts'
import { settings, signInKeys } from './settings.ts'

export {
  ambientCredentials,
  type CredentialSource,
} from './credentials.ts'
export { isRegion, partitionOfRegion } from './endpoints.ts'
export {
  managedPolicies,
  permissionPolicy,
  policyLimits,
  policySize,
} from './permission-policy.ts'
export { enabledRegions } from './session.ts'
export { enter, signIn } from './sign-in.ts'
export { type Credentials, presign, type Signing, sign } from './signing.ts'
export { parseXml } from './xml.ts'

/** AWS. `ambient` returns the credentials of this process, for roles that it assumes with its own identity. */
export const awsProvider = (ambient: CredentialSource = ambientCredentials): Provider<Aws> =>
  provider<Aws>({
    type: 'aws',
    catalog,
    services: {
      accessanalyzer: async () => (await import('./accessanalyzer/index.ts')).default,
      account: async () => (await import('./account/index.ts')).default,
      acm: async () => (await import('./acm/index.ts')).default,
      apigateway: async () => (await import('./apigateway/index.ts')).default,
      apigatewayv2: async () => (await import('./apigatewayv2/index.ts')).default,
      appsync: async () => (await import('./appsync/index.ts')).default,
      athena: async () => (await import('./athena/index.ts')).default,
      autoscaling: async () => (await import('./autoscaling/index.ts')).default,
      awslambda: async () => (await import('./awslambda/index.ts')).default,
      backup: async () => (await import('./backup/index.ts')).default,
      cloudfront: async () => (await import('./cloudfront/index.ts')).default,
      cloudtrail: async () => (await import('./cloudtrail/index.ts')).default,
      cloudwatch: async () => (await import('./cloudwatch/index.ts')).default,
      codeartifact: async () => (await import('./codeartifact/index.ts')).default,
      codebuild: async () => (await import('./codebuild/index.ts')).default,
      cognito: async () => (await import('./cognito/index.ts')).default,
      config: async () => (await import('./config/index.ts')).default,
      dms: async () => (await import('./dms/index.ts')).default,
      documentdb: async () => (await import('./documentdb/index.ts')).default,
      dynamodb: async () => (await import('./dynamodb/index.ts')).default,
      ec2: async () => (await import('./ec2/index.ts')).default,
      ecr: async () => (await import('./ecr/index.ts')).default,
      ecs: async () => (await import('./ecs/index.ts')).default,
      efs: async () => (await import('./efs/index.ts')).default,
      eks: async () => (await import('./eks/index.ts')).default,
      elasticache: async () => (await import('./elasticache/index.ts')).default,
      elb: async () => (await import('./elb/index.ts')).default,
      elbv2: async () => (await import('./elbv2/index.ts')).default,
      emr: async () => (await import('./emr/index.ts')).default,
      eventbridge: async () => (await import('./eventbridge/index.ts')).default,
      glacier: async () => (await import('./glacier/index.ts')).default,
      guardduty: async () => (await import('./guardduty/index.ts')).default,
      iam: async () => (await import('./iam/index.ts')).default,
      kafka: async () => (await import('./kafka/index.ts')).default,
      kms: async () => (await import('./kms/index.ts')).default,
      macie: async () => (await import('./macie/index.ts')).default,
      neptune: async () => (await import('./neptune/index.ts')).default,
      networkfirewall: async () => (await import('./networkfirewall/index.ts')).default,
      opensearch: async () => (await import('./opensearch/index.ts')).default,
      organizations: async () => (await import('./organizations/index.ts')).default,
      rds: async () => (await import('./rds/index.ts')).default,
      redshift: async () => (await import('./redshift/index.ts')).default,
      route53: async () => (await import('./route53/index.ts')).default,
      s3: async () => (await import('./s3/index.ts')).default,
      sagemaker: async () => (await import('./sagemaker/index.ts')).default,
      secretsmanager: async () => (await import('./secretsmanager/index.ts')).default,
      securityhub: async () => (await import('./securityhub/index.ts')).default,
      sns: async () => (await import('./sns/index.ts')).default,
      sqs: async () => (await import('./sqs/index.ts')).default,
      ssm: async () => (await import('./ssm/index.ts')).default,
      stepfunctions: async () => (await import('./stepfunctions/index.ts')).default,
      vpc: async () => (await import('./vpc/index.ts')).default,
      wafv2: async () => (await import('./wafv2/index.ts')).default,
    },
    settings,
    hosts,
    limits: { each: 10, overall: 40, perSecond: 100 },
    usesAmbientIdentity,
    signInKeys,
    signInActions: ['ec2:DescribeRegions'],
    open: (options) => openSession(options, ambient),
    locate,
    callsOf,
    events,
  })

export const aws = awsProvider()
