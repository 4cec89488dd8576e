import type { Service } from '../call.ts'
import { accessanalyzer } from './accessanalyzer.ts'
import { acm } from './acm.ts'
import { apigateway } from './apigateway.ts'
import { apigatewayv2 } from './apigatewayv2.ts'
import { applicationAutoscaling } from './application-autoscaling.ts'
import { appsync } from './appsync.ts'
import { athena } from './athena.ts'
import { autoscaling } from './autoscaling.ts'
import { backup } from './backup.ts'
import { cloudfront } from './cloudfront.ts'
import { cloudwatch } from './cloudwatch.ts'
import { codeartifact } from './codeartifact.ts'
import { codebuild } from './codebuild.ts'
import { cognitoIdentity, cognitoIdp } from './cognito.ts'
import { config } from './config.ts'
import { dax } from './dax.ts'
import { dms } from './dms.ts'
import { dynamodb } from './dynamodb.ts'
import { ecr } from './ecr.ts'
import { ecs } from './ecs.ts'
import { efs } from './efs.ts'
import { eks } from './eks.ts'
import { elasticache } from './elasticache.ts'
import { elb } from './elb.ts'
import { elbv2 } from './elbv2.ts'
import { emr } from './emr.ts'
import { events } from './events.ts'
import { glacier } from './glacier.ts'
import { guardduty } from './guardduty.ts'
import { kafka } from './kafka.ts'
import { kafkaconnect } from './kafkaconnect.ts'
import { lambda } from './lambda.ts'
import { logs } from './logs.ts'
import { macie2 } from './macie2.ts'
import { networkFirewall } from './network-firewall.ts'
import { opensearch } from './opensearch.ts'
import { organizations } from './organizations.ts'
import { plainService, type PlainService } from './plain.ts'
import { rds } from './rds.ts'
import { redshift } from './redshift.ts'
import { route53, route53Domains } from './route53.ts'
import { sagemaker } from './sagemaker.ts'
import { secretsmanager } from './secretsmanager.ts'
import { securityhub } from './securityhub.ts'
import { sns } from './sns.ts'
import { sqs } from './sqs.ts'
import { ssm } from './ssm.ts'
import { states } from './states.ts'
import { wafv2 } from './wafv2.ts'

export type { PlainState } from './plain.ts'

/** All table-based services, one per line. */
export const plainTables: readonly PlainService[] = [
  accessanalyzer,
  acm,
  apigateway,
  apigatewayv2,
  applicationAutoscaling,
  appsync,
  athena,
  autoscaling,
  backup,
  cloudfront,
  cloudwatch,
  codeartifact,
  codebuild,
  cognitoIdentity,
  cognitoIdp,
  config,
  dax,
  dms,
  dynamodb,
  ecr,
  ecs,
  efs,
  eks,
  elasticache,
  elb,
  elbv2,
  emr,
  events,
  glacier,
  guardduty,
  kafka,
  kafkaconnect,
  lambda,
  logs,
  macie2,
  networkFirewall,
  opensearch,
  organizations,
  rds,
  redshift,
  route53,
  route53Domains,
  sagemaker,
  secretsmanager,
  securityhub,
  sns,
  sqs,
  ssm,
  states,
  wafv2,
]

export const plainServices: readonly Service[] = plainTables.map(plainService)
