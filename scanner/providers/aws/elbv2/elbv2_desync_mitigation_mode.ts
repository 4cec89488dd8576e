import { fail, pass } from '../../../kit/index.ts'
import { check, called } from './resources.ts'

export default check({
  id: 'elbv2_desync_mitigation_mode',
  title: 'Application load balancer guards against request smuggling',
  description:
    'Reads how an application load balancer treats requests that it and its targets could read differently.',
  risk: 'An attacker hides a second request inside an ambiguous one, and it runs in another visitor’s session or behind the checks at the door.',
  decision:
    'Passes when the desync mitigation mode is defensive, AWS’s default, or strictest. Fails when it is monitor, which lets ambiguous requests through and only counts them. Other types of load balancers give no finding.',
  fix: {
    text: 'Set the desync mitigation mode to defensive or strictest.',
    console: [
      'Open EC2, choose Load Balancers, and choose the application load balancer.',
      'On the tab Attributes choose Edit.',
      'Under Packet handling set Desync mitigation mode to Defensive or Strictest, then choose Save changes.',
    ],
    cli: 'aws elbv2 modify-load-balancer-attributes --load-balancer-arn <load-balancer-arn> --attributes Key=routing.http.desync_mitigation_mode,Value=defensive',
    terraform: `resource "aws_lb" "shop" {
  name                   = "shop"
  load_balancer_type     = "application"
  subnets                = var.public_subnet_ids
  desync_mitigation_mode = "defensive"
}`,
  },
  source:
    'https://docs.aws.amazon.com/elasticloadbalancing/latest/application/edit-load-balancer-attributes.html',
  over: 'loadBalancers',
  needs: ['attributes'],
  judge: (it) => {
    const { desync_mode: mode } = it.attributes
    if (mode === null) return []
    return mode === 'defensive' || mode === 'strictest'
      ? pass(`${called(it)} handles ambiguous requests in the mode ${mode}.`)
      : fail(`${called(it)} handles ambiguous requests in the mode ${mode}.`)
  },
})
