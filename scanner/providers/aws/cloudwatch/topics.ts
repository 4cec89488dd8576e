// Determines whether an SNS topic of this account delivers the notifications of an alarm to a recipient.
import { CallProblem } from '../../../kit/index.ts'
import { policyIn } from '../answers.ts'
import type { Aws } from '../client.ts'
import { includes, only, type Statement } from '../policy/index.ts'
import type { Reach } from './resources.ts'

/** True if the topic has a confirmed subscriber. */
async function hasSubscriber(aws: Aws, TopicArn: string, region: string): Promise<boolean> {
  for await (const page of aws.pages<{ Subscriptions?: { SubscriptionArn?: string }[] }>(
    'sns:ListSubscriptionsByTopic',
    { TopicArn },
    { region },
  )) {
    if (!page.Subscriptions) throw aws.broken('sns:ListSubscriptionsByTopic', 'Subscriptions')
    // An unconfirmed or deleted subscription has a word in place of an ARN.
    if (page.Subscriptions.some((it) => it.SubscriptionArn?.startsWith('arn:'))) return true
  }
  return false
}

type Condition = Statement['conditions'][number]

/** True if a condition is met by each alarm of the account and region; undefined if that is unknown. */
function meets({ operator, key, values }: Condition, topic: string): true | undefined {
  const [, partition, , region, account = ''] = topic.split(':')
  if (/^aws:source(account|owner)$/.test(key) && /^string(equals|like)$/.test(operator))
    return values.includes(account) || undefined
  if (key === 'aws:sourcearn' && /^(arn|string)(equals|like)$/.test(operator)) {
    const alarms = only(`arn:${partition}:cloudwatch:${region}:${account}:alarm:*`)
    return includes(only(...values), alarms) || undefined
  }
  return undefined
}

/** A denial of requests without TLS, which CloudWatch does not send. */
const isOfPlainText = ({ conditions }: Statement): boolean =>
  conditions.some(
    ({ operator, key, values }) =>
      operator === 'bool' && key === 'aws:securetransport' && values.join() === 'false',
  )

/**
 * Determines whether a topic's policy lets CloudWatch publish; undefined if a condition or NotPrincipal decides it.
 * Alarms publish as the service or on behalf of the account.
 * Source: "Example cases for Amazon SNS access control", Amazon SNS Developer Guide.
 */
export function letsCloudWatchPublish(
  policy: readonly Statement[],
  topic: string,
): boolean | undefined {
  const [, partition = '', , , account = ''] = topic.split(':')
  const publishers = [
    '*',
    'service:cloudwatch.amazonaws.com',
    account,
    `arn:${partition}:iam::${account}:root`,
  ]
  const applying = policy.filter(
    (it) =>
      includes(it.actions, only('sns:publish')) &&
      includes(it.resources, only(topic)) &&
      (it.notPrincipals.length > 0 || it.principals.some((one) => publishers.includes(one))),
  )
  const denials = applying.filter((it) => it.effect === 'Deny' && !isOfPlainText(it))
  const isPlain = ({ conditions, notPrincipals }: Statement) =>
    conditions.length === 0 && notPrincipals.length === 0
  if (denials.some(isPlain)) return false
  const grants = applying.filter((it) => it.effect === 'Allow')
  if (grants.length === 0) return false
  const certain = grants.some(
    ({ conditions, notPrincipals }) =>
      notPrincipals.length === 0 && conditions.every((it) => meets(it, topic)),
  )
  return (certain && denials.length === 0) || undefined
}

/** The alias of the key that AWS manages for SNS. Its policy, which the owner cannot change, excludes CloudWatch. */
const isDefaultKey = (key: string): boolean => /(^|:)alias\/aws\/sns$/.test(key)

/** The recipients of a topic of this account, as far as its policy and key let CloudWatch publish. */
export async function reachOfTopic(aws: Aws, TopicArn: string, region: string): Promise<Reach> {
  const call = 'sns:GetTopicAttributes'
  try {
    if (!(await hasSubscriber(aws, TopicArn, region))) return 'no recipient'
    type Answer = { Attributes?: Readonly<Record<string, string>> }
    const { Attributes } = await aws.call<Answer>(call, { TopicArn }, { region })
    // Every topic has a policy: the default one allows only its owner.
    if (!Attributes?.Policy) throw aws.broken(call, 'Policy')
    if (isDefaultKey(Attributes.KmsMasterKeyId ?? '')) return 'a topic with the default key'
    const allowed = letsCloudWatchPublish(policyIn(aws, call, Attributes.Policy), TopicArn)
    if (allowed === undefined) return 'a topic with conditions'
    return allowed ? 'a recipient' : 'a topic without permission'
  } catch (thrown) {
    // A deleted topic has no subscriber.
    if (thrown instanceof CallProblem && thrown.code === 'NotFound') return 'no recipient'
    throw thrown
  }
}
