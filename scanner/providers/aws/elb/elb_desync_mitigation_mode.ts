import { fail, pass } from '../../../kit/index.ts'
import { known } from '../known.ts'
import { check } from './resources.ts'

export default check({
  id: 'elb_desync_mitigation_mode',
  title: 'Classic Load Balancer uses defensive or strictest desync mitigation mode',
  description:
    'Reads the desync mitigation mode of each Classic Load Balancer with an HTTP or HTTPS listener.',
  risk: 'If the load balancer and an instance parse a request differently, an attacker can add content to the request of another user.',
  decision:
    'Passes if the mode is strictest, or defensive, which is the default. Fails if it is monitor. Load balancers without HTTP or HTTPS listeners give no finding. A load balancer without the mode in the response is reported as a coverage gap.',
  fix: {
    text: 'Set the desync mitigation mode of the Classic Load Balancer to defensive or strictest.',
    console: [
      'Open EC2, choose Load Balancers, and choose the Classic Load Balancer.',
      'On the Attributes tab, choose Edit.',
      'Under Traffic configuration, choose Defensive or Strictest, and choose Save changes.',
    ],
    cli: 'aws elb modify-load-balancer-attributes --load-balancer-name <name> --load-balancer-attributes \'{"AdditionalAttributes":[{"Key":"elb.http.desyncmitigationmode","Value":"defensive"}]}\'',
    terraform: `resource "aws_elb" "intranet" {
  name                   = "intranet"
  subnets                = var.private_subnet_ids
  desync_mitigation_mode = "defensive"

  listener {
    instance_port      = 8443
    instance_protocol  = "https"
    lb_port            = 443
    lb_protocol        = "https"
    ssl_certificate_id = aws_acm_certificate.intranet.arn
  }
}`,
  },
  source:
    'https://docs.aws.amazon.com/elasticloadbalancing/latest/classic/config-desync-mitigation-mode.html',
  over: 'loadBalancers',
  needs: ['attributes'],
  judge: ({ name, listeners, attributes }) => {
    if (!listeners.some(({ protocol }) => protocol.startsWith('HTTP'))) return []
    const mode = known(
      attributes.desync_mode,
      'elasticloadbalancing:DescribeLoadBalancerAttributes',
    )
    const sentence = `The Classic Load Balancer ${name} uses the desync mitigation mode ${mode}.`
    return mode === 'defensive' || mode === 'strictest' ? pass(sentence) : fail(sentence)
  },
})
