import { fail, pass } from '../../../kit/index.ts'
import { named, permittingAlways } from './permissions.ts'
import { check } from './resources.ts'

export default check({
  id: 'iam_inline_policy_no_wildcard_marketplace_subscribe',
  title: 'Inline policy does not allow subscribing to anything in the marketplace',
  risk: 'Whoever may subscribe to everything in the marketplace buys at the company’s expense: software, data and models that nobody has approved.',
  fix: {
    text: 'Limit aws-marketplace:Subscribe to approved products by the condition key aws-marketplace:ProductId, or leave it to those who buy.',
  },
  source:
    'https://docs.aws.amazon.com/marketplace/latest/buyerguide/buyer-iam-users-groups-policies.html',
  over: 'inlinePolicies',
  needs: ['statements'],
  judge({ name, holder, statements }) {
    const statement = permittingAlways(statements, 'aws-marketplace:Subscribe', '*')
    const what = `The inline policy ${name} of the ${holder.kind} ${holder.name}`
    return statement
      ? fail(`${what} allows subscribing to anything in the marketplace by ${named(statement)}.`)
      : pass(`${what} does not allow subscribing to anything in the marketplace.`)
  },
})
