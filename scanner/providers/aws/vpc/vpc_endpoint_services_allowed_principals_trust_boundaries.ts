import { fail, manual, pass } from '../../../kit/index.ts'
import { label } from '../ec2/label.ts'
import { check } from './resources.ts'

const trusted: readonly string[] = []

const accountOf = (principal: string): string | undefined =>
  /^arn:[^:]*:(?:iam|sts)::(\d{12}):/.exec(principal)?.[1]

export default check({
  id: 'vpc_endpoint_services_allowed_principals_trust_boundaries',
  title: 'VPC endpoint service allows only trusted accounts',
  description:
    'Reads the principals that are allowed to connect an endpoint to each AWS PrivateLink service of the account.',
  risk: 'An untrusted account that connects can reach the load balancer of the service from inside the network, where fewer controls apply.',
  decision:
    'Fails if every principal can connect (`*`), or a principal of an account that is neither this account nor in `trusted_account_ids` (none by default). The finding states whether connections require acceptance, but this does not change the result. MANUAL if a principal without an account is allowed, such as a part of an organization. Passes if only known accounts, or no principals, are allowed.',
  fix: {
    text: 'Allow only the accounts that use the service, or add them to `trusted_account_ids` in the scan configuration.',
    console: [
      'Open the VPC console, choose Endpoint services, and select the service.',
      'On the Allow principals tab, select the principals that should not connect, and choose Delete.',
      'Choose Allow principals, and add the ARN of each account that uses the service.',
      'Choose Actions, choose Modify endpoint acceptance setting, and require acceptance.',
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
    const after = asked ? ' after acceptance' : ' without acceptance'
    if (allowed.some(({ principal }) => principal === '*')) {
      return fail(`${what} allows any AWS account to connect${after}.`)
    }
    const accounts = allowed.flatMap(({ principal }) => accountOf(principal) ?? [])
    const others = [...new Set(accounts)].filter((it) => it !== account && !known.includes(it))
    if (others.length > 0) return fail(`${what} allows ${others.join(', ')} to connect${after}.`)
    const untold = allowed.filter(({ principal }) => accountOf(principal) === undefined)
    return untold.length > 0
      ? manual(
          `${what} allows ${untold.map((it) => it.principal).join(', ')} to connect; check which account it belongs to.`,
        )
      : pass(`${what} allows only known accounts to connect.`)
  },
})
