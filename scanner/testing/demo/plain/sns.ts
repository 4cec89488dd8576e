/** Topics: one for alarms, well configured, and one that everyone can publish to over plain HTTP. */
import { demoId } from '../facts.ts'
import { alarmTopics } from './monitoring.ts'

const arn = (region: string, name: string) => `arn:aws:sns:${region}:${demoId}:${name}`
const alarms = arn('eu-central-1', 'alarms')
const prices = arn('eu-central-1', 'price-changes')

const attributes = (topic: string, statement: object, key?: string) => ({
  Attributes: [
    { key: 'TopicArn', value: topic },
    { key: 'Owner', value: demoId },
    {
      key: 'Policy',
      value: JSON.stringify({
        Version: '2008-10-17',
        Statement: [{ Effect: 'Allow', Action: 'SNS:Publish', Resource: topic, ...statement }],
      }),
    },
    ...(key ? [{ key: 'KmsMasterKeyId', value: key }] : []),
  ],
})

const subscription = (topic: string, number: number, Protocol: string, Endpoint: string) => ({
  SubscriptionArn: `${topic}:6b0e71bd-7e97-4d97-80ce-4a0994e5500${number}`,
  Owner: demoId,
  Protocol,
  Endpoint,
  TopicArn: topic,
})

const virginia = alarmTopics()['us-east-1']
const alarmed = Object.keys(virginia.ListSubscriptionsByTopic)

export const demoSns = () => ({
  'us-east-1': {
    ...virginia,
    ListTopics: { Topics: alarmed.map((topic) => ({ TopicArn: topic })) },
    GetTopicAttributes: Object.fromEntries(
      alarmed.map((topic) => [
        topic,
        attributes(topic, { Principal: { AWS: demoId } }, 'alias/cloudtrail'),
      ]),
    ),
  },
  'eu-central-1': {
    ListTopics: { Topics: [{ TopicArn: alarms }, { TopicArn: prices }] },
    GetTopicAttributes: {
      [alarms]: attributes(
        alarms,
        {
          Principal: { Service: 'cloudwatch.amazonaws.com' },
          Condition: { StringEquals: { 'aws:SourceAccount': demoId } },
        },
        'alias/customer-exports',
      ),
      [prices]: attributes(prices, { Principal: { AWS: '*' } }),
    },
    ListSubscriptionsByTopic: {
      [alarms]: { Subscriptions: [subscription(alarms, 1, 'email', 'on-call@larkspur.example')] },
      [prices]: {
        Subscriptions: [subscription(prices, 2, 'http', 'http://prices.partner.example/hook')],
      },
    },
  },
})
