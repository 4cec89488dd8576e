import { fail, manual, pass } from '../../../kit/index.ts'
import { label } from '../ec2/label.ts'
import { check } from './resources.ts'

const trusted: readonly string[] = []

const accountOf = (principal: string): string | undefined =>
  /^arn:[^:]*:(?:iam|sts)::(\d{12}):/.exec(principal)?.[1]

export default check({
  id: 'vpc_endpoint_services_allowed_principals_trust_boundaries',
  title: 'Endpoint service is offered to known accounts only',
  description:
    'Reads which principals may connect an endpoint of theirs to each service that this account offers by AWS PrivateLink.',
  risk: 'A stranger who connects reaches the load balancer behind the service from inside, where little stands in the way.',
  decision:
    'Fails when everyone may connect (`*`), or a principal of an account that is neither this one nor among `trusted_account_ids` (none unless configured); that connections have to be accepted first is said and changes nothing. MANUAL when a principal without an account is allowed, such as a part of an organisation. Passes when only known accounts are allowed, or nobody.',
  fix: {
    text: 'Allow only the accounts that use the service, or list them as trusted_account_ids in the scan configuration.',
    console: [
      'Open the VPC console, choose Endpoint services, and select the service.',
      'On the tab Allow principals, select the principals that should not connect, and choose Delete.',
      'Choose Allow principals, and add the ARN of each account that uses the service.',
      'Choose Actions, then Modify endpoint acceptance setting, and require acceptance.',
    ],
    cli: 'aws ec2 modify-vpc-endpoint-service-permissions --service-id <service id> --remove-allowed-principals <principal arn>',
    terraform: `resource "aws_vpc_endpoint_service" "billing" {
  acceptance_required        = true
  network_load_balancer_arns = [aws_lb.billing.arn]
  allowed_principals         = ["arn:aws:iam::111122223333:root"]
}`,
  },
  source: 'https://docs.aws.amazon.com/vpc/latest/privatelink/configure-endpoint-service.html',
  over: 'endpointServices',
  needs: ['allowed'],
  config: { trusted_account_ids: trusted },
  judge: (service, { account, config: { trusted_account_ids: known } }) => {
    const { service_id: id, name, acceptance_required: asked, allowed } = service
    const what = label(id, name)
    const after = asked ? ', after acceptance' : ', without acceptance'
    if (allowed.some(({ principal }) => principal === '*')) {
      return fail(`${what} lets everyone connect${after}.`)
    }
    const accounts = allowed.flatMap(({ principal }) => accountOf(principal) ?? [])
    const others = [...new Set(accounts)].filter((it) => it !== account && !known.includes(it))
    if (others.length > 0) return fail(`${what} lets ${others.join(', ')} connect${after}.`)
    const untold = allowed.filter(({ principal }) => accountOf(principal) === undefined)
    return untold.length > 0
      ? manual(
          `${what} lets ${untold.map((it) => it.principal).join(', ')} connect; whose that is only you know.`,
        )
      : pass(`${what} lets no account connect that is not known.`)
  },
})
