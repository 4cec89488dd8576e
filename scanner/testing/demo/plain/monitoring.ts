/**
 * Alarms for events of the trail: those for the root user and security groups have a confirmed subscriber, the one for
 * denied calls an unconfirmed one, policies are partially covered, and the rest has no alarm.
 */
import { demoId } from '../facts.ts'

const home = 'us-east-1'
const topic = (name: string) => `arn:aws:sns:${home}:${demoId}:${name}`
const onCall = topic('on-call')
const unread = topic('security-archive')

const group = (region: string, name: string, more: object) => ({
  logGroupName: name,
  arn: `arn:aws:logs:${region}:${demoId}:log-group:${name}:*`,
  logGroupClass: 'STANDARD',
  storedBytes: 0,
  ...more,
})

const filter = (name: string, filterPattern: string) => ({
  filterName: name,
  logGroupName: 'cloudtrail',
  filterPattern,
  metricTransformations: [
    { metricName: name, metricNamespace: 'Trail', metricValue: '1', defaultValue: 0 },
  ],
})

const anyOf = (...names: string[]) =>
  `{ ${names.map((name) => `($.eventName = ${name})`).join(' || ')} }`

const alarm = (region: string, name: string, more: object) => ({
  AlarmName: name,
  AlarmArn: `arn:aws:cloudwatch:${region}:${demoId}:alarm:${name}`,
  ActionsEnabled: true,
  OKActions: [],
  AlarmActions: [],
  InsufficientDataActions: [],
  StateValue: 'OK',
  MetricName: name,
  Namespace: 'Trail',
  Statistic: 'Sum',
  Dimensions: [],
  Period: 300,
  EvaluationPeriods: 1,
  Threshold: 1,
  ComparisonOperator: 'GreaterThanOrEqualToThreshold',
  ...more,
})

const subscription = (TopicArn: string, SubscriptionArn: string) => ({
  Subscriptions: [
    {
      TopicArn,
      SubscriptionArn,
      Owner: demoId,
      Protocol: 'email',
      Endpoint: 'on-call@larkspur.example',
    },
  ],
})

const publicPolicy = JSON.stringify({
  Version: '2012-10-17',
  Statement: [
    {
      Sid: 'Partners',
      Effect: 'Allow',
      Principal: '*',
      Action: 'logs:PutLogEvents',
      Resource: `arn:aws:logs:eu-central-1:${demoId}:log-group:/shop/imports:*`,
    },
  ],
})

export const demoLogs = () => ({
  [home]: {
    DescribeLogGroups: {
      logGroups: [
        group(home, 'cloudtrail', {
          retentionInDays: 731,
          kmsKeyId: `arn:aws:kms:${home}:${demoId}:key/5b1c7e02-8d4f-4f7e-9a55-1f0c2d3e4a03`,
        }),
      ],
    },
    DescribeMetricFilters: {
      metricFilters: [
        filter(
          'RootUsage',
          '{ $.userIdentity.type = "Root" && $.userIdentity.invokedBy NOT EXISTS && $.eventType != "AwsServiceEvent" }',
        ),
        filter(
          'SecurityGroupChanges',
          anyOf(
            'AuthorizeSecurityGroup*',
            'RevokeSecurityGroup*',
            'CreateSecurityGroup',
            'DeleteSecurityGroup',
          ),
        ),
        filter(
          'UnauthorizedApiCalls',
          '{ ($.errorCode = "*UnauthorizedOperation") || ($.errorCode = "AccessDenied*") }',
        ),
        filter('IamPolicyChanges', anyOf('CreatePolicy', 'DeletePolicy', 'CreatePolicyVersion')),
        filter('TrailChanges', '[date, name = StopLogging, ...]'),
      ],
    },
  },
  'eu-central-1': {
    DescribeLogGroups: {
      logGroups: [
        group('eu-central-1', '/shop/orders', {}),
        group('eu-central-1', '/shop/imports', { retentionInDays: 30 }),
      ],
    },
    DescribeResourcePolicies: {
      '': { resourcePolicies: [{ policyName: 'partners', policyDocument: publicPolicy }] },
    },
  },
})

export const demoCloudWatch = () => ({
  [home]: {
    DescribeAlarms: {
      MetricAlarms: [
        alarm(home, 'RootUsage', { AlarmActions: [onCall] }),
        alarm(home, 'SecurityGroupChanges', { AlarmActions: [onCall] }),
        alarm(home, 'UnauthorizedApiCalls', { AlarmActions: [unread] }),
        alarm(home, 'IamPolicyChanges', { AlarmActions: [onCall] }),
      ],
      CompositeAlarms: [],
    },
  },
  'eu-central-1': {
    DescribeAlarms: {
      MetricAlarms: [
        alarm('eu-central-1', 'orders-slow', {
          MetricName: 'Latency',
          Namespace: 'Shop',
          ActionsEnabled: false,
          AlarmActions: [`arn:aws:sns:eu-central-1:${demoId}:on-call`],
        }),
        alarm('eu-central-1', 'orders-failed', { MetricName: 'Failed', Namespace: 'Shop' }),
      ],
      CompositeAlarms: [],
    },
  },
})

/** The topics of the alarms, with their subscribers only. */
export const alarmTopics = () => ({
  [home]: {
    ListSubscriptionsByTopic: {
      [onCall]: subscription(onCall, `${onCall}:3f0c9d0e-5c55-4a0b-9d0f-0c8f6a1d2b7e`),
      [unread]: subscription(unread, 'PendingConfirmation'),
    },
  },
})
