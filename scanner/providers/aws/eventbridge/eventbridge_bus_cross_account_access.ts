import { fail, manual, pass } from '../../../kit/index.ts'
import { strangers } from '../policy/index.ts'
import { check } from './resources.ts'

const trusted: readonly string[] = []

export default check({
  id: 'eventbridge_bus_cross_account_access',
  title: 'Bus takes events from known accounts only',
  description:
    'Reads the policy of each event bus and names the accounts beside its own that it lets in.',
  risk: 'An account that nobody remembers can still start what your rules start.',
  decision:
    'Fails when the policy lets in an account that is neither the bus’s own nor one of `trusted_account_ids` (none unless configured), a whole organization that is not among them either, or everyone. Passes when it lets in nobody else, or when there is no policy. MANUAL where it lets in somebody whose account only they can tell. A condition whose meaning is not known gives no verdict but a gap in coverage.',
  fix: {
    text: 'Remove other accounts from the bus’s policy, or list them as trusted_account_ids in the scan configuration.',
    console: [
      'Open Amazon EventBridge, choose Event buses, and choose the bus.',
      'On the tab Permissions, choose Manage permissions.',
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
      return fail(`The policy of the bus ${name} lets in ${others.sentence}.`)
    }
    return others.are === 'not told'
      ? manual(
          `The policy of the bus ${name} lets in ${others.sentence}; whose that is only you know.`,
        )
      : pass(`The bus ${name} takes events from no account that is not known.`)
  },
})
