import { fail, pass } from '../../../kit/index.ts'
import { check, called } from './resources.ts'

export default check({
  id: 'elbv2_desync_mitigation_mode',
  title: 'Application Load Balancer uses defensive or strictest desync mitigation mode',
  description:
    'Reads how each Application Load Balancer handles requests that it and its targets could parse differently.',
  risk: 'An attacker can hide a second request in an ambiguous request. It then runs in the session of another user or bypasses access controls.',
  decision:
    'Passes if the desync mitigation mode is defensive, which is the default, or strictest. Fails if it is monitor, which forwards ambiguous requests and only counts them. Other types of load balancers give no finding.',
  fix: {
    text: 'Set the desync mitigation mode to defensive or strictest.',
    console: [
      'Open EC2, choose Load Balancers, and choose the Application Load Balancer.',
      'On the Attributes tab, choose Edit.',
      'Under Packet handling, set Desync mitigation mode to Defensive or Strictest, and choose Save changes.',
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
      ? pass(`${called(it)} uses the desync mitigation mode ${mode}.`)
      : fail(`${called(it)} uses the desync mitigation mode ${mode}.`)
  },
})
