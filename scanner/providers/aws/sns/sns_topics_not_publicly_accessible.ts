import { fail, pass } from '../../../kit/index.ts'
import { named, opening } from '../policy/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'sns_topics_not_publicly_accessible',
  title: 'SNS topic policy does not allow public access',
  description:
    'Reads the access policy of each topic for statements that allow any principal to publish, subscribe or change the topic.',
  risk: 'Anonymous users can subscribe and read every message, or publish messages to systems that trust the topic.',
  decision:
    'Fails if a statement allows any principal, and no condition limits it to your own accounts, organization, networks or sources. Passes if every statement names its principals or has such conditions. The default policy of a topic, which is limited by AWS:SourceOwner, passes. A condition with an unknown meaning gives no verdict but a gap in coverage.',
  fix: {
    text: 'Name the principals that use the topic, or limit access to a source with aws:SourceArn or aws:PrincipalOrgID.',
    console: [
      'Open Amazon SNS, choose Topics, choose the topic, then Edit.',
      'Open Access policy, and replace each Principal "*" with the accounts or roles that use the topic.',
      'If a service publishes, keep its service principal and add conditions on aws:SourceArn and aws:SourceAccount.',
      'Choose Save changes. For the command, put Policy from get-topic-attributes into the file for --attribute-value, and replace each Principal "*".',
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
      ? fail(`The policy of the topic ${name} allows public access in ${named(open)}.`)
      : pass(`The policy of the topic ${name} does not allow public access.`)
  },
})
