import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'sns_subscription_not_using_http_endpoints',
  title: 'Topic delivers to no endpoint over plain HTTP',
  description:
    'Reads the subscriptions of each topic and looks for confirmed ones that are delivered over HTTP without TLS.',
  risk: 'Anyone on the way to the endpoint can read the messages and change them.',
  decision:
    'Fails when a confirmed subscription has the protocol http. Passes when there is none, also where the topic has no subscription. A subscription that waits for confirmation gets no messages and does not count.',
  fix: {
    text: 'Move each HTTP subscription to an HTTPS endpoint.',
    console: [
      'Open Amazon SNS, choose Subscriptions, and look for the protocol HTTP.',
      'Choose Create subscription, name the same topic, the protocol HTTPS and the endpoint’s https address, and confirm it from the endpoint.',
      'Choose the HTTP subscription and choose Delete.',
    ],
    cli: 'aws sns subscribe --topic-arn <topic> --protocol https --notification-endpoint <url> && aws sns unsubscribe --subscription-arn <subscription>',
    terraform: `resource "aws_sns_topic_subscription" "shop" {
  topic_arn = aws_sns_topic.orders.arn
  protocol  = "https"
  endpoint  = "https://shop.example/orders"
}`,
  },
  source: 'https://docs.aws.amazon.com/sns/latest/dg/sns-security-best-practices.html',
  links: ['https://docs.aws.amazon.com/sns/latest/dg/sns-http-https-endpoint-as-subscriber.html'],
  over: 'topics',
  needs: ['subscriptions'],
  judge: ({ name, subscriptions }) => {
    const plain = subscriptions.filter((it) => it.confirmed && it.protocol === 'http').length
    return plain > 0
      ? fail(
          `The topic ${name} delivers over plain HTTP to ${plain} of its ${subscriptions.length} subscriptions.`,
        )
      : pass(`The topic ${name} delivers to no endpoint over plain HTTP.`)
  },
})
