import { fail, manual, pass } from '../../../kit/index.ts'
import { strangers } from '../policy/index.ts'
import { check } from './resources.ts'

const trusted: readonly string[] = []

export default check({
  id: 'dynamodb_table_cross_account_access',
  title: 'DynamoDB table policy grants access only to trusted accounts',
  description:
    'Reads the resource policy of each table and the other AWS accounts that it grants access to.',
  risk: 'An account that no longer needs access can still read or change the items.',
  decision:
    'Fails if the policy grants access to an account that is neither the table’s account nor in `trusted_account_ids`, which is empty by default. Fails if it grants access to an entire organization that is not in that list, or to everyone. Passes if it grants access to no other account, or if there is no policy. MANUAL if it grants access to a principal whose account cannot be determined, such as a federated identity provider. A condition that the scanner does not know is reported as a coverage gap.',
  fix: {
    text: 'Remove other accounts from the table’s policy, or add them to trusted_account_ids in the scan configuration.',
    console: [
      'Open DynamoDB, choose Tables, and choose the table.',
      'On the Permissions tab, under Resource-based policy for table, choose Edit.',
      'Remove the statements for accounts that no longer need the table, and choose Save changes.',
      'For the command, save the policy that aws dynamodb get-resource-policy returns to the file given to --policy, and remove the same statements from it.',
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
      return fail(`The policy of table ${name} grants access to ${others.sentence}.`)
    }
    return others.are === 'not told'
      ? manual(
          `The policy of table ${name} grants access to ${others.sentence}. Verify which account this belongs to.`,
        )
      : pass(`Table ${name} has no policy that grants access to untrusted accounts.`)
  },
})
