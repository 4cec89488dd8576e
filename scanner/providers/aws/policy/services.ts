// AWS services as principals of resource policies, and the accounts that they act for.
import { everyone, nobody, type Reached, reach } from './reach.ts'

/**
 * Services that act for customers in any account, and name the customer in aws:SourceArn, aws:SourceAccount or an
 * organization: each service's page "Cross-service confused deputy prevention", or the example policies of its guide,
 * as of November 2026.
 */
const deputies = new Set(
  `apigateway appflow bcm-data-exports bedrock billingreports budgets cloudfront cloudtrail cloudwatch
  codestar-notifications cognito-idp config connect costalerts delivery.logs elasticloadbalancing events guardduty
  inspector2 iot lambda.alarms.cloudwatch lex lexv2 logdelivery.elasticloadbalancing logging.s3 logs macie s3
  secretsmanager serverlessrepo ses sns`.split(/\s+/),
)

/** `logs` of `service:logs.eu-west-1.amazonaws.com`. */
const nameOf = (principal: string): string =>
  principal
    .replace(/^service:/, '')
    .replace(/\.amazonaws\.com(\.cn)?$/, '')
    .replace(/\.[a-z]{2}(-[a-z]+)+-\d$/, '')

export const isService = (principal: string): boolean => principal.startsWith('service:')

/** True if two names may mean the same service: some services have an additional name in each region. */
export const areSame = (one: string, other: string): boolean =>
  one === anyService || other === anyService || nameOf(one) === nameOf(other)

/** All AWS services, if a condition refers to them without a name. */
export const anyService = 'service:*'

const isOnly = (actions: readonly string[], ...services: string[]): boolean =>
  actions.length > 0 && actions.every((it) => services.some((name) => it.startsWith(`${name}:`)))

/**
 * Returns the accounts that gain access through a service if no condition restricts them: everyone for services that
 * act for every account, unknown for others. Roles are different: only principals that may pass a role of the account
 * give it to a service. S3's definition of public excludes services ("The meaning of public", Amazon S3 User Guide), so
 * for S3 the result is an open question.
 */
export function unbound(
  principal: string,
  actions: readonly string[],
  resourceOf?: string,
): Reached {
  if (isOnly(actions, 'sts')) return nobody
  const known = principal === anyService || deputies.has(nameOf(principal))
  const ofS3 = resourceOf === 's3' || isOnly(actions, 's3', 's3-object-lambda')
  if (known && !ofS3) return everyone
  const whom = principal === anyService ? 'AWS services' : principal.replace(/^service:/, '')
  return reach({ somebody: [`unknown accounts through ${whom}`] })
}
