import { fail, pass } from '../../../kit/index.ts'
import { named } from '../policy/index.ts'
import { subscribingToAnything } from './marketplace.ts'
import { check } from './resources.ts'

export default check({
  id: 'iam_inline_policy_no_wildcard_marketplace_subscribe',
  title: 'IAM inline policy does not allow subscribing to any AWS Marketplace product',
  description:
    'Reads each inline policy of users, groups and roles for aws-marketplace:Subscribe without a list of allowed products.',
  risk: 'A user, group or role can buy unapproved software, data and models at the company’s expense. Inline policies do not appear in the list of policies.',
  decision:
    'Fails if the policy allows aws-marketplace:Subscribe on all resources by a statement whose conditions do not restrict aws-marketplace:ProductId. A condition restricts it if it compares for equality or likeness with values without wildcards and variables. With IfExists or ForAllValues, a Null condition must also require the key. Passes otherwise, or if a Deny without conditions denies the action on all resources.',
  fix: {
    text: 'List the approved products with ForAnyValue:StringEquals on aws-marketplace:ProductId, or remove the action from the inline policy.',
    console: [
      'Open IAM and the user, group or role in the finding.',
      'On the Permissions tab, open the inline policy and choose Edit.',
      'Remove aws-marketplace:Subscribe, or add a condition ForAnyValue:StringEquals on aws-marketplace:ProductId with the approved products, and save.',
      'Grant the permission to subscribe only to the role of the approvers.',
      'For the command, save the policy document that aws iam get-group-policy returns to the file given to --policy-document, make the same change in it, and keep the other statements.',
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
    const what = `Inline policy ${name} of ${holder.kind} ${holder.name}`
    return statement
      ? fail(`${what} allows subscribing to any AWS Marketplace product by ${named(statement)}.`)
      : pass(`${what} does not allow subscribing to any AWS Marketplace product.`)
  },
})
