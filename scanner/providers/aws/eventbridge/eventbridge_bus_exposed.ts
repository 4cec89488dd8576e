import { fail, pass } from '../../../kit/index.ts'
import { named, opening } from '../policy/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'eventbridge_bus_exposed',
  title: 'Bus policy does not let everyone in',
  description:
    'Reads the policy of each event bus and asks whether a statement lets anybody send events or make rules without being named.',
  risk: 'Strangers can send made-up events that start your functions and workflows.',
  decision:
    'Fails when a statement allows any principal and no condition binds it to accounts, an organisation, a network or a source of your own. Passes when the bus has no policy, when every statement names its principals, and when such conditions hold. A condition whose meaning is not known gives no verdict but a gap in coverage.',
  fix: {
    text: 'Name the accounts that may send events, or bind everyone to your organisation.',
    console: [
      'Open Amazon EventBridge, choose Event buses, and choose the bus.',
      'On the tab Permissions, choose Manage permissions.',
      'Put accounts in place of each Principal "*", or add a condition on aws:PrincipalOrgID, and choose Update.',
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
      ? fail(`The policy of the bus ${name} lets everyone in by ${named(open)}.`)
      : pass(`The bus ${name} has no policy that lets everyone in.`)
  },
})
