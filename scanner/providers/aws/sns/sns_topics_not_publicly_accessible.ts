import { fail, pass } from '../../../kit/index.ts'
import { named, opening } from '../policy/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'sns_topics_not_publicly_accessible',
  title: 'Topic policy does not let everyone in',
  description:
    'Reads the access policy of each topic and asks whether a statement lets anybody publish, subscribe or change the topic without being named.',
  risk: 'Strangers can subscribe and read every message, or publish their own to whatever trusts the topic.',
  decision:
    'Fails when a statement allows any principal and no condition binds it to accounts, an organisation, a network or a source of your own. Passes when every statement names its principals or when such conditions hold; the policy that a topic is made with, bound by AWS:SourceOwner, passes. A condition whose meaning is not known gives no verdict but a gap in coverage.',
  fix: {
    text: 'Name the principals that use the topic, or bind everyone to a source with aws:SourceArn or aws:PrincipalOrgID.',
    console: [
      'Open Amazon SNS, choose Topics, choose the topic, then Edit.',
      'Open Access policy and put the accounts or roles that use the topic in place of each Principal "*".',
      'Where a service publishes, keep its service principal and add conditions on aws:SourceArn and aws:SourceAccount.',
      'Choose Save changes.',
    ],
    cli: 'aws sns set-topic-attributes --topic-arn <topic> --attribute-name Policy --attribute-value file://whole-policy.json',
    terraform: `resource "aws_sns_topic_policy" "orders" {
  arn = aws_sns_topic.orders.arn
  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect    = "Allow"
      Principal = { AWS = "arn:aws:iam::111122223333:role/orders" }
      Action    = "sns:Publish"
      Resource  = aws_sns_topic.orders.arn
    }]
  })
}`,
  },
  source: 'https://docs.aws.amazon.com/sns/latest/dg/sns-security-best-practices.html',
  links: ['https://docs.aws.amazon.com/sns/latest/dg/sns-access-policy-use-cases.html'],
  over: 'topics',
  needs: ['policy'],
  judge: ({ name, policy }, { account }) => {
    const open = opening(policy, { account })
    return open
      ? fail(`The policy of the topic ${name} lets everyone in by ${named(open)}.`)
      : pass(`The policy of the topic ${name} does not let everyone in.`)
  },
})
