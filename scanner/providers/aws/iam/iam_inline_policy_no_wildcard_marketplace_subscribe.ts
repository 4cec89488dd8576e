import { fail, pass } from '../../../kit/index.ts'
import { named } from '../policy/index.ts'
import { subscribingToAnything } from './marketplace.ts'
import { check } from './resources.ts'

export default check({
  id: 'iam_inline_policy_no_wildcard_marketplace_subscribe',
  title: 'Inline policy does not allow subscribing to anything in the marketplace',
  description:
    'Looks in each policy written into a user, group or role for aws-marketplace:Subscribe without a list of the products that may be bought.',
  risk: 'One holder buys software, data and models that nobody has approved, at the company’s expense, by a right that no list of policies shows.',
  decision:
    'Fails when the policy allows aws-marketplace:Subscribe on all resources by a statement whose conditions leave aws-marketplace:ProductId open. A condition closes it when it compares for equality or likeness with values without wildcards and variables; with IfExists or ForAllValues only if a Null condition asks for the key. Passes otherwise, and when a Deny without conditions refuses the action on everything.',
  fix: {
    text: 'List the approved products by ForAnyValue:StringEquals on aws-marketplace:ProductId, or take the right out of the inline policy.',
    console: [
      'Open IAM and the user, group or role that the finding names.',
      'On the tab Permissions open the inline policy and choose Edit.',
      'Remove aws-marketplace:Subscribe, or add a condition ForAnyValue:StringEquals on aws-marketplace:ProductId with the approved products, and save; the command’s file needs every statement that is to stay.',
      'Leave buying to the role of those who approve it.',
    ],
    cli: 'aws iam put-group-policy --group-name <group> --policy-name <policy> --policy-document file://whole-policy-with-approved-products.json',
    terraform: `resource "aws_iam_group_policy" "buyers" {
  name  = "buy-approved-products"
  group = aws_iam_group.buyers.name
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
  over: 'inlinePolicies',
  needs: ['statements'],
  judge({ name, holder, statements }) {
    const statement = subscribingToAnything(statements)
    const what = `The inline policy ${name} of the ${holder.kind} ${holder.name}`
    return statement
      ? fail(`${what} allows subscribing to anything in the marketplace by ${named(statement)}.`)
      : pass(`${what} does not allow subscribing to anything in the marketplace.`)
  },
})
