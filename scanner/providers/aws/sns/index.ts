import { service } from '../../../kit/index.ts'
import type { Aws } from '../client.ts'
import { collect } from './collect.ts'
import type { Sns } from './resources.ts'
import subscriptionNotUsingHttpEndpoints from './sns_subscription_not_using_http_endpoints.ts'
import topicsKmsEncryptionAtRestEnabled from './sns_topics_kms_encryption_at_rest_enabled.ts'
import topicsNotPubliclyAccessible from './sns_topics_not_publicly_accessible.ts'

export default service<Sns, Aws>({
  name: 'sns',
  scope: 'regional',
  kinds: {
    topics: {
      list: ['sns:ListTopics'],
      fields: {
        policy: ['sns:GetTopicAttributes'],
        kms_key: ['sns:GetTopicAttributes'],
        subscriptions: ['sns:ListSubscriptionsByTopic'],
      },
    },
  },
  collect,
  checks: [
    subscriptionNotUsingHttpEndpoints,
    topicsKmsEncryptionAtRestEnabled,
    topicsNotPubliclyAccessible,
  ],
})
