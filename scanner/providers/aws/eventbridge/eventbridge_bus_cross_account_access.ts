import { fail, manual, pass } from '../../../kit/index.ts'
import { strangers } from '../policy/index.ts'
import { check } from './resources.ts'

const trusted: readonly string[] = []

export default check({
  id: 'eventbridge_bus_cross_account_access',
  title: 'EventBridge bus allows only trusted accounts',
  description: 'Reads the policy of each event bus, and lists the other accounts that it allows.',
  risk: 'An account that you no longer use can still send events that trigger your rules.',
  decision:
    'Fails if the policy allows an account other than the account of the bus and those in `trusted_account_ids` (none by default), an organization that is not in the list, or everyone. Passes if it allows no others, or if there is no policy. MANUAL if it allows a principal whose account cannot be determined. A condition with an unknown meaning gives no verdict but a gap in coverage.',
  fix: {
    text: 'Remove other accounts from the policy of the bus, or add them to trusted_account_ids in the scan configuration.',
    console: [
      'Open Amazon EventBridge, choose Event buses, and choose the bus.',
      'On the Permissions tab, choose Manage permissions.',
      'Remove the statements for accounts that no longer send events, and choose Update.',
    ],
    cli: 'aws events remove-permission --event-bus-name <bus> --statement-id <statement>',
    terraform: `resource "aws_cloudwatch_event_bus_policy" "orders" {
  event_bus_name = aws_cloudwatch_event_bus.orders.name
  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Sid       = "own-account"
      Effect    = "Allow"
      Principal = { AWS = data.aws_caller_identity.here.account_id }
      Action    = "events:PutEvents"
      Resource  = aws_cloudwatch_event_bus.orders.arn
    }]
  })
}`,
  },
  source: 'https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-cross-account.html',
  links: ['https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-event-bus-perms.html'],
  over: 'buses',
  needs: ['policy'],
  config: { trusted_account_ids: trusted },
  judge: ({ name, policy }, { account, config: { trusted_account_ids: known } }) => {
    const others = strangers(policy ?? [], { account }, known)
    if (others.are === 'let in') {
      return fail(`The policy of the bus ${name} allows access from ${others.sentence}.`)
    }
    return others.are === 'not told'
      ? manual(
          `The policy of the bus ${name} allows access from ${others.sentence}, whose account cannot be determined. Check who it belongs to.`,
        )
      : pass(`The bus ${name} allows only trusted accounts.`)
  },
})
