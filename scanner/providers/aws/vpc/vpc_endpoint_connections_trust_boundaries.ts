import { fail, manual, pass } from '../../../kit/index.ts'
import { label } from '../ec2/label.ts'
import { strangers } from '../policy/index.ts'
import { check } from './resources.ts'

const trusted: readonly string[] = []

export default check({
  id: 'vpc_endpoint_connections_trust_boundaries',
  title: 'VPC endpoint policy allows only trusted accounts',
  description:
    'Reads the policy of each endpoint for an AWS service to determine which principals can send requests from the VPC.',
  risk: 'An attacker in the VPC can use credentials of another account to copy data to that account, bypassing the filters on internet traffic.',
  decision:
    'Fails if the policy accepts principals of any account, as the AWS default policy does. Also fails if it accepts principals of an account or a whole organization that is neither this account nor in `trusted_account_ids` (none by default). MANUAL if it names a principal whose account cannot be determined. Passes if it accepts only known accounts. Endpoints for services of other providers, endpoints without a policy, AWS-managed endpoints and endpoints that are being deleted give no finding.',
  fix: {
    text: 'Set an endpoint policy that accepts only principals of your account or organization. Add the organization ID to `trusted_account_ids` in the scan configuration.',
    console: [
      'Open the VPC console, choose Endpoints, and select the endpoint.',
      'On the Policy tab, choose Edit Policy, and then choose Custom.',
      'Add the condition aws:PrincipalOrgID with your organization ID, or name your accounts as principals.',
      'Choose Save, and verify that clients of the endpoint still work.',
      'The command replaces the policy. Copy all statements from the output of describe-vpc-endpoints into the file for --policy-document, and add the condition to each Allow statement.',
    ],
    cli: 'aws ec2 modify-vpc-endpoint --vpc-endpoint-id <endpoint id> --policy-document file://endpoint-policy-with-condition.json',
    terraform: `resource "aws_vpc_endpoint_policy" "queues" {
  vpc_endpoint_id = aws_vpc_endpoint.queues.id
  policy = jsonencode({
    Statement = [{
      Effect    = "Allow"
      Principal = "*"
      Action    = "*"
      Resource  = "*"
      Condition = { StringEquals = { "aws:PrincipalOrgID" = "o-1example" } }
    }]
  })
}`,
  },
  source: 'https://docs.aws.amazon.com/vpc/latest/privatelink/vpc-endpoints-access.html',
  links: ['https://docs.aws.amazon.com/IAM/latest/UserGuide/access_policies_data-perimeters.html'],
  over: 'endpoints',
  needs: ['policy'],
  config: { trusted_account_ids: trusted },
  judge: (endpoint, { account, config: { trusted_account_ids: known } }) => {
    const { endpoint_id: id, name, service, state, managed, policy } = endpoint
    const foreign = service.includes('.vpce-svc-')
    if (!policy || managed || foreign || /^delet/i.test(state)) return []
    const others = strangers(policy, { account, withoutServices: true }, known)
    const what = `${label(id, name)} to ${service} accepts`
    if (others.are === 'let in') return fail(`${what} principals of ${others.sentence}.`)
    return others.are === 'not told'
      ? manual(`${what} ${others.sentence}; check which account it belongs to.`)
      : pass(`${what} only principals of known accounts.`)
  },
})
