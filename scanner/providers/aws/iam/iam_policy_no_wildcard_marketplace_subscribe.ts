import { fail, pass } from '../../../kit/index.ts'
import { named } from '../policy/index.ts'
import { subscribingToAnything } from './marketplace.ts'
import { check } from './resources.ts'

export default check({
  id: 'iam_policy_no_wildcard_marketplace_subscribe',
  title: 'Customer managed policy does not allow subscribing to any AWS Marketplace product',
  description:
    'Reads each customer managed policy for aws-marketplace:Subscribe without a list of allowed products.',
  risk: 'A principal that can subscribe to any AWS Marketplace product can buy unapproved software, data and models at the company’s expense.',
  decision:
    'Fails if the default version allows aws-marketplace:Subscribe on all resources by a statement whose conditions do not restrict aws-marketplace:ProductId, whether or not the policy is attached. A condition restricts it if it compares for equality or likeness with values without wildcards and variables. With IfExists or ForAllValues, a Null condition must also require the key. Passes otherwise, or if a Deny without conditions denies the action on all resources. AWS managed policies are not read.',
  fix: {
    text: 'Limit aws-marketplace:Subscribe to approved products with ForAnyValue:StringEquals on aws-marketplace:ProductId, or grant it only to buyers.',
    console: [
      'Open IAM, choose Policies, filter by Customer managed, and open the policy.',
      'On the Permissions tab, choose Edit.',
      'Remove aws-marketplace:Subscribe, or add a condition ForAnyValue:StringEquals on aws-marketplace:ProductId with the approved products.',
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
    const what = `Customer managed policy ${name}`
    return statement
      ? fail(`${what} allows subscribing to any AWS Marketplace product by ${named(statement)}.`)
      : pass(`${what} does not allow subscribing to any AWS Marketplace product.`)
  },
})
