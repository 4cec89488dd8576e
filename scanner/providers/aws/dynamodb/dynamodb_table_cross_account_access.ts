import { fail, manual, pass } from '../../../kit/index.ts'
import { strangers } from '../policy/index.ts'
import { check } from './resources.ts'

const trusted: readonly string[] = []

export default check({
  id: 'dynamodb_table_cross_account_access',
  title: 'Table policy lets in only known accounts',
  description:
    'Reads the resource policy of each table and names the accounts beside its own that it lets in.',
  risk: 'An account that nobody remembers keeps reading or changing the items after the reason for it is gone.',
  decision:
    'Fails when the policy lets in an account that is neither the table’s own nor one of `trusted_account_ids` (none unless configured), a whole organization that is not among them either, or everyone. Passes when it lets in nobody else, or when there is no policy. MANUAL where it lets in somebody whose account only they can tell, such as a federation. A condition whose meaning is not known gives no verdict but a gap in coverage.',
  fix: {
    text: 'Remove other accounts from the table’s policy, or list them as trusted_account_ids in the scan configuration.',
    console: [
      'Open DynamoDB, choose Tables, and choose the table.',
      'On the tab Permissions, under Resource-based policy for table, choose Edit.',
      'Remove the statements for accounts that no longer need the table, and choose Save changes.',
    ],
    cli: 'aws dynamodb put-resource-policy --resource-arn <table> --policy file://whole-policy.json',
    terraform: `resource "aws_dynamodb_resource_policy" "orders" {
  resource_arn = aws_dynamodb_table.orders.arn
  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect    = "Allow"
      Principal = { AWS = "arn:aws:iam::111122223333:role/orders" }
      Action    = ["dynamodb:GetItem", "dynamodb:Query"]
      Resource  = aws_dynamodb_table.orders.arn
    }]
  })
}`,
  },
  source:
    'https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/access-control-resource-based.html',
  links: [
    'https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/rbac-cross-account-access.html',
  ],
  over: 'tables',
  needs: ['policy'],
  config: { trusted_account_ids: trusted },
  judge: ({ name, policy }, { account, config: { trusted_account_ids: known } }) => {
    const others = strangers(policy ?? [], { account }, known)
    if (others.are === 'let in') {
      return fail(`The policy of the table ${name} lets in ${others.sentence}.`)
    }
    return others.are === 'not told'
      ? manual(
          `The policy of the table ${name} lets in ${others.sentence}; whose that is only you know.`,
        )
      : pass(`The table ${name} has no policy that lets in an account that is not known.`)
  },
})
