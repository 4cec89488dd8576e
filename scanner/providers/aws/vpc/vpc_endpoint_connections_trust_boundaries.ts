import { fail, manual, pass } from '../../../kit/index.ts'
import { label } from '../ec2/label.ts'
import { strangers } from '../policy/index.ts'
import { check } from './resources.ts'

const trusted: readonly string[] = []

export default check({
  id: 'vpc_endpoint_connections_trust_boundaries',
  title: 'Endpoint serves only principals of known accounts',
  description:
    'Reads the policy of each endpoint to a service of AWS, and asks whose credentials it accepts for requests out of the VPC.',
  risk: 'Somebody inside the VPC who brings the keys of an account of their own can carry data out to it, past every filter on the way to the internet.',
  decision:
    'Fails when the policy accepts principals of any account, as the policy does that AWS puts there by default, or of an account that is neither this one nor among `trusted_account_ids` (none unless configured), or of a whole organization that is not among them either. MANUAL when it names somebody whose account cannot be told. Passes when only known accounts are left. Endpoints to services of other companies, endpoints of types without a policy, those that AWS made for itself and those being deleted give no finding.',
  fix: {
    text: 'Give the endpoint a policy that accepts only principals of your account or organization, and put the organization’s id into trusted_account_ids of the scan configuration.',
    console: [
      'Open the VPC console, choose Endpoints, and select the endpoint.',
      'On the tab Policy, choose Edit Policy, then Custom.',
      'Add the condition aws:PrincipalOrgID with your organization, or name your accounts as principals.',
      'Choose Save, and see that what uses the endpoint still works.',
      'The command replaces the policy: put all statements that describe-vpc-endpoints shows into the file, each Allow with the condition.',
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
      ? manual(`${what} ${others.sentence}; whose that is only you know.`)
      : pass(`${what} no principals of accounts that are not known.`)
  },
})
