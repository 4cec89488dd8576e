import { type Collected, type Collecting, each, once, read } from '../../../kit/index.ts'
import { listed, policyIn } from '../answers.ts'
import type { Aws } from '../client.ts'
import type { Sns, Subscription, Topic } from './resources.ts'

interface TopicAttributes {
  readonly policy: string
  readonly key: string | null
}

const topics = (aws: Aws) => listed<{ TopicArn: string }>(aws, 'sns:ListTopics', 'Topics')

async function attributesOf(aws: Aws, TopicArn: string): Promise<TopicAttributes> {
  const { Attributes } = await aws.call<{ Attributes?: Readonly<Record<string, string>> }>(
    'sns:GetTopicAttributes',
    { TopicArn },
  )
  // Every topic has a policy: the default one allows only its owner.
  if (!Attributes?.Policy) throw aws.broken('sns:GetTopicAttributes', 'Policy')
  return { policy: Attributes.Policy, key: Attributes.KmsMasterKeyId || null }
}

function policyOf(aws: Aws, policy: string) {
  return policyIn(aws, 'sns:GetTopicAttributes', policy)
}

async function subscriptionsOf(aws: Aws, TopicArn: string): Promise<readonly Subscription[]> {
  interface Page {
    Subscriptions?: { Protocol?: string; SubscriptionArn?: string }[]
  }
  const found: Subscription[] = []
  for await (const page of aws.pages<Page>('sns:ListSubscriptionsByTopic', { TopicArn })) {
    if (!page.Subscriptions) throw aws.broken('sns:ListSubscriptionsByTopic', 'Subscriptions')
    for (const { Protocol, SubscriptionArn } of page.Subscriptions) {
      if (!Protocol || !SubscriptionArn)
        throw aws.broken('sns:ListSubscriptionsByTopic', 'Protocol and SubscriptionArn')
      // The ARN may be `PendingConfirmation` or `Deleted` instead.
      found.push({ protocol: Protocol, confirmed: SubscriptionArn.startsWith('arn:') })
    }
  }
  return found
}

export const collect = ({ client: aws, region }: Collecting<Aws>): Collected<Sns> => ({
  topics: each<{ TopicArn: string }, Topic>(topics(aws), ({ TopicArn }) => {
    const attributes = once(() => attributesOf(aws, TopicArn))
    return {
      uid: TopicArn,
      name: TopicArn.slice(TopicArn.lastIndexOf(':') + 1),
      region,
      policy: read(async () => policyOf(aws, (await attributes()).policy)),
      kms_key: read(async () => (await attributes()).key),
      subscriptions: read(() => subscriptionsOf(aws, TopicArn)),
    }
  }),
})
