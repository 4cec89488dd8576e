import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './sns_subscription_not_using_http_endpoints.ts'
import { topic } from './worlds.ts'

verify(check, {
  pass: [
    topic(),
    topic({ subscriptions: [] }),
    topic({ subscriptions: [{ protocol: 'http', confirmed: false }] }),
  ],
  fail: [
    topic({
      subscriptions: [
        { protocol: 'sqs', confirmed: true },
        { protocol: 'http', confirmed: true },
      ],
    }),
  ],
  unread: [topic({ subscriptions: unread('AuthorizationError') })],
})
