/** The demo account's resources of read-only services, one service per line. */
import type { PlainState } from '../../aws/plain/index.ts'
import type { Ago } from '../facts.ts'
import { demoAcm } from './acm.ts'
import { demoApigateway } from './apigateway.ts'
import { demoApigatewayv2 } from './apigatewayv2.ts'
import { demoAppSync } from './appsync.ts'
import { demoAthena } from './athena.ts'
import { demoAutoscaling } from './autoscaling.ts'
import { demoBackup } from './backup.ts'
import { demoCloudfront } from './cloudfront.ts'
import { demoCodeArtifact } from './codeartifact.ts'
import { demoCodeBuild } from './codebuild.ts'
import { demoCognitoIdentity, demoCognitoIdp } from './cognito.ts'
import {
  demoAccessAnalyzer,
  demoConfig,
  demoGuardDuty,
  demoMacie,
  demoSecurityHub,
} from './detection.ts'
import { demoDms } from './dms.ts'
import { demoApplicationAutoscaling, demoDax, demoDynamoDb } from './dynamodb.ts'
import { demoEcr } from './ecr.ts'
import { demoEcs } from './ecs.ts'
import { demoEfs } from './efs.ts'
import { demoEks } from './eks.ts'
import { demoElastiCache } from './elasticache.ts'
import { demoElb } from './elb.ts'
import { demoElbv2 } from './elbv2.ts'
import { demoEmr } from './emr.ts'
import { demoEventBridge } from './events.ts'
import { demoGlacier } from './glacier.ts'
import { demoKafka, demoKafkaConnect } from './kafka.ts'
import { demoLambda } from './lambda.ts'
import { demoCloudWatch, demoLogs } from './monitoring.ts'
import { demoNetworkFirewall } from './network-firewall.ts'
import { demoOpenSearch } from './opensearch.ts'
import { demoOrganizations } from './organizations.ts'
import { demoRds } from './rds.ts'
import { demoRedshift } from './redshift.ts'
import { demoRoute53, demoRoute53Domains } from './route53.ts'
import { demoSageMaker } from './sagemaker.ts'
import { demoSecretsManager } from './secretsmanager.ts'
import { demoSns } from './sns.ts'
import { demoSqs } from './sqs.ts'
import { demoSsm } from './ssm.ts'
import { demoStepFunctions } from './states.ts'
import { demoWafv2 } from './wafv2.ts'

type ByRegion = Readonly<Record<string, PlainState[string]>>

const services: Readonly<Record<string, (ago: Ago) => ByRegion>> = {
  accessanalyzer: demoAccessAnalyzer,
  acm: demoAcm,
  apigateway: demoApigateway,
  apigatewayv2: demoApigatewayv2,
  'application-autoscaling': demoApplicationAutoscaling,
  appsync: demoAppSync,
  athena: demoAthena,
  autoscaling: demoAutoscaling,
  backup: demoBackup,
  cloudfront: demoCloudfront,
  cloudwatch: demoCloudWatch,
  codeartifact: demoCodeArtifact,
  codebuild: demoCodeBuild,
  'cognito-identity': demoCognitoIdentity,
  'cognito-idp': demoCognitoIdp,
  config: demoConfig,
  dax: demoDax,
  dms: demoDms,
  dynamodb: demoDynamoDb,
  ecr: demoEcr,
  ecs: demoEcs,
  efs: demoEfs,
  eks: demoEks,
  elasticache: demoElastiCache,
  elasticmapreduce: demoEmr,
  elb: demoElb,
  elbv2: demoElbv2,
  es: demoOpenSearch,
  events: demoEventBridge,
  glacier: demoGlacier,
  guardduty: demoGuardDuty,
  kafka: demoKafka,
  kafkaconnect: demoKafkaConnect,
  lambda: demoLambda,
  logs: demoLogs,
  macie2: demoMacie,
  'network-firewall': demoNetworkFirewall,
  organizations: demoOrganizations,
  rds: demoRds,
  redshift: demoRedshift,
  route53: demoRoute53,
  route53domains: demoRoute53Domains,
  sagemaker: demoSageMaker,
  secretsmanager: demoSecretsManager,
  securityhub: demoSecurityHub,
  sns: demoSns,
  sqs: demoSqs,
  ssm: demoSsm,
  states: demoStepFunctions,
  wafv2: demoWafv2,
}

/** By region, as in the account state. */
export function demoPlain(ago: Ago): Record<string, PlainState> {
  const regions: Record<string, Record<string, PlainState[string]>> = {}
  for (const [service, state] of Object.entries(services))
    for (const [region, answers] of Object.entries(state(ago)))
      (regions[region] ??= {})[service] = answers
  return regions
}
