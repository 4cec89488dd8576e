import { fail, pass } from '../../../kit/index.ts'
import { named } from '../policy/index.ts'
import { subscribingToAnything } from './marketplace.ts'
import { check } from './resources.ts'

export default check({
  id: 'iam_policy_no_wildcard_marketplace_subscribe',
  title: 'Own policy does not allow subscribing to anything in the marketplace',
  description:
    'Looks in each customer managed policy for aws-marketplace:Subscribe without a list of the products that may be bought.',
  risk: 'Whoever may subscribe to everything in the marketplace buys at the company’s expense: software, data and models that nobody has approved.',
  decision:
    'Fails when the default version allows aws-marketplace:Subscribe on all resources by a statement whose conditions leave aws-marketplace:ProductId open, attached to somebody or not. A condition closes it when it compares for equality or likeness with values without wildcards and variables; with IfExists or ForAllValues only if a Null condition asks for the key. Passes otherwise, and when a Deny without conditions refuses the action on everything. AWS’s own policies are not read.',
  fix: {
    text: 'Limit aws-marketplace:Subscribe to approved products by ForAnyValue:StringEquals on aws-marketplace:ProductId, or leave it to those who buy.',
    console: [
      'Open IAM, choose Policies, filter by Customer managed, and open the policy.',
      'On the tab Permissions choose Edit.',
      'Remove aws-marketplace:Subscribe, or add a condition ForAnyValue:StringEquals on aws-marketplace:ProductId with the products that were approved.',
      'Choose Next, keep the new version as the default, and choose Save changes.',
    ],
    cli: 'aws iam create-policy-version --policy-arn <policy arn> --set-as-default --policy-document \'{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":"aws-marketplace:Subscribe","Resource":"*","Condition":{"ForAnyValue:StringEquals":{"aws-marketplace:ProductId":["<product>"]}}}]}\'',
    terraform: `resource "aws_iam_policy" "buy_approved_products" {
  name = "buy-approved-products"
  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect   = "Allow"
      Action   = "aws-marketplace:Subscribe"
      Resource = "*"
      Condition = {
        "ForAnyValue:StringEquals" = { "aws-marketplace:ProductId" = ["prod-example"] }
      }
    }]
  })
}`,
  },
  source:
    'https://docs.aws.amazon.com/marketplace/latest/buyerguide/buyer-iam-users-groups-policies.html',
  over: 'policies',
  needs: ['statements'],
  judge({ name, statements }) {
    const statement = subscribingToAnything(statements)
    const what = `The policy ${name}`
    return statement
      ? fail(`${what} allows subscribing to anything in the marketplace by ${named(statement)}.`)
      : pass(`${what} does not allow subscribing to anything in the marketplace.`)
  },
})
