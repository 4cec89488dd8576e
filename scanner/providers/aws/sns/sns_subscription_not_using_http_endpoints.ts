import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'sns_subscription_not_using_http_endpoints',
  title: 'SNS topic has no HTTP subscriptions',
  description: 'Reads the confirmed subscriptions of each topic that use HTTP without TLS.',
  risk: 'An attacker on the network path to the endpoint can read and change the messages.',
  decision:
    'Fails if a confirmed subscription has the protocol http. Passes if there is none, including when the topic has no subscription. A subscription that is pending confirmation receives no messages and does not count.',
  fix: {
    text: 'Replace each HTTP subscription with an HTTPS subscription.',
    console: [
      'Open Amazon SNS, choose Subscriptions, and find subscriptions with the protocol HTTP.',
      'Choose Create subscription, enter the same topic, the protocol HTTPS and the HTTPS URL of the endpoint, and confirm the subscription from the endpoint.',
      'Select the HTTP subscription and choose Delete.',
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
          `The topic ${name} uses HTTP without TLS for ${plain} of its ${subscriptions.length} subscriptions.`,
        )
      : pass(`The topic ${name} has no HTTP subscriptions.`)
  },
})
