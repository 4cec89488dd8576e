import type { PlainService } from './plain.ts'

const missing = ['NotFound', 404] as const

export const sns: PlainService = {
  name: 'sns',
  protocol: 'query',
  version: '2010-03-31',
  xmlns: 'http://sns.amazonaws.com/doc/2010-03-31/',
  items: { Attributes: 'entry' },
  operations: {
    ListTopics: { list: 'Topics' },
    GetTopicAttributes: { by: 'TopicArn', none: missing },
    ListSubscriptionsByTopic: { by: 'TopicArn', none: { Subscriptions: [] } },
  },
}
