import { fail, pass } from '../../../kit/index.ts'
import { named, opening, weight } from '../policy/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'sqs_queues_not_publicly_accessible',
  title: 'SQS queue policy does not allow public access',
  description:
    'Reads the access policy of each queue for statements that allow unnamed principals: any principal, without a sufficient condition.',
  risk: 'Anonymous users can read messages before their consumer does, delete them, or send messages to systems that trust the queue.',
  decision:
    'Fails if a statement allows any principal, and no condition limits it to your own accounts, organization, networks or sources. Also fails, at medium severity, if it allows a service that acts for any of its customers, such as SNS, and no condition limits the source. Passes if every statement names its principals and limits such services, if there is no policy, or if such conditions exist. A condition with an unknown meaning gives no verdict but a gap in coverage.',
  fix: {
    text: 'Name the principals that use the queue, or limit access to a source with aws:SourceArn or aws:PrincipalOrgID.',
    console: [
      'Open Amazon SQS, choose the queue, then its Access policy tab, and choose Edit.',
      'In each statement with the Principal "*", enter the ARNs of the accounts or roles that use the queue.',
      'If a service such as SNS sends messages, keep its service principal and add a condition on aws:SourceArn.',
      'Choose Save. For the command, put Policy from get-queue-attributes into the file for --attributes, as the value of Policy, and replace each Principal "*".',
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
      ? fail(
          `The policy of the queue ${name} allows public access in ${named(open)}.`,
          weight(open),
        )
      : pass(`The queue ${name} has no policy that allows public access.`)
  },
})
