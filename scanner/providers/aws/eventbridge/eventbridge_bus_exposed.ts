import { fail, pass } from '../../../kit/index.ts'
import { named, opening } from '../policy/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'eventbridge_bus_exposed',
  title: 'EventBridge bus policy does not allow public access',
  description:
    'Reads the policy of each event bus for statements that allow any principal to send events or create rules.',
  risk: 'Anonymous users can send forged events that trigger your functions and workflows.',
  decision:
    'Fails if a statement allows any principal, and no condition limits it to your own accounts, organization, networks or sources. Passes if the bus has no policy, or if every statement names its principals or has such conditions. A condition with an unknown meaning gives no verdict but a gap in coverage.',
  fix: {
    text: 'Name the accounts that can send events, or limit access to your organization.',
    console: [
      'Open Amazon EventBridge, choose Event buses, and choose the bus.',
      'On the Permissions tab, choose Manage permissions.',
      'Replace each Principal "*" with accounts, or add a condition on aws:PrincipalOrgID, and choose Update. For the command, put Policy from describe-event-bus into the file for --policy, and make the same change.',
    ],
    cli: 'aws events put-permission --event-bus-name <bus> --policy file://whole-policy.json',
    terraform: `resource "aws_cloudwatch_event_bus_policy" "orders" {
  event_bus_name = aws_cloudwatch_event_bus.orders.name
  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Sid       = "warehouse"
      Effect    = "Allow"
      Principal = { AWS = "111122223333" }
      Action    = "events:PutEvents"
      Resource  = aws_cloudwatch_event_bus.orders.arn
    }]
  })
}`,
  },
  source: 'https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-event-bus-perms.html',
  over: 'buses',
  needs: ['policy'],
  judge: ({ name, policy }, { account }) => {
    const open = opening(policy ?? [], { account })
    return open
      ? fail(`The policy of the bus ${name} allows public access in ${named(open)}.`)
      : pass(`The bus ${name} has no policy that allows public access.`)
  },
})
