import { fail, pass } from '../../../kit/index.ts'
import { named, opening, weight } from '../policy/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'sqs_queues_not_publicly_accessible',
  title: 'Queue policy does not let everyone in',
  description:
    'Reads the access policy of each queue and asks whether a statement lets principals in that nobody has named: everyone, or everyone that a condition fails to hold back.',
  risk: 'Strangers can read messages before their receiver does, delete them, or send their own to whatever trusts the queue.',
  decision:
    'Fails when a statement allows any principal and no condition binds it to accounts, an organisation, a network or a source of your own; also, at medium severity, when it allows a service that acts for whoever sets it up, such as SNS, and no condition says for whom. Passes when every statement names its principals and binds such services, when there is no policy, and when such conditions hold. A condition whose meaning is not known gives no verdict but a gap in coverage.',
  fix: {
    text: 'Name the principals that use the queue, or bind everyone to a source with aws:SourceArn or aws:PrincipalOrgID.',
    console: [
      'Open Amazon SQS, choose the queue, then its tab Access policy, and choose Edit.',
      'In each statement whose Principal is "*", put the ARNs of the accounts or roles that use the queue.',
      'Where a service such as SNS has to send, keep its service principal and add a condition on aws:SourceArn.',
      'Choose Save.',
    ],
    cli: 'aws sqs set-queue-attributes --queue-url <url> --attributes file://attributes.json',
    terraform: `resource "aws_sqs_queue_policy" "orders" {
  queue_url = aws_sqs_queue.orders.id
  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect    = "Allow"
      Principal = { AWS = "arn:aws:iam::111122223333:role/orders" }
      Action    = ["sqs:SendMessage", "sqs:ReceiveMessage", "sqs:DeleteMessage"]
      Resource  = aws_sqs_queue.orders.arn
    }]
  })
}`,
  },
  source:
    'https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-security-best-practices.html',
  links: [
    'https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-basic-examples-of-sqs-policies.html',
  ],
  over: 'queues',
  needs: ['policy'],
  judge: ({ uid, name, policy }, { account }) => {
    const open = opening(policy ?? [], { account, service: 'sqs', resources: [uid] })
    return open
      ? fail(`The policy of the queue ${name} lets everyone in by ${named(open)}.`, weight(open))
      : pass(`The queue ${name} has no policy that lets everyone in.`)
  },
})
