import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'elb_cross_zone_load_balancing_enabled',
  title: 'Classic Load Balancer spreads requests over all zones',
  description:
    'Reads whether each node of a Classic Load Balancer sends requests to machines in every zone.',
  risk: 'When machines are spread unevenly, those in the emptier zone take most of the load and fall over first.',
  decision:
    'Fails when the attribute CrossZoneLoadBalancing is off, and passes when it is on. Load balancers made by the API or the command line have it off unless somebody turned it on.',
  fix: {
    text: 'Turn on cross-zone load balancing of the Classic Load Balancer.',
    console: [
      'Open EC2, choose Load Balancers, and choose the Classic Load Balancer.',
      'On the tab Attributes choose Edit.',
      'Turn on Cross-zone load balancing, then choose Save changes.',
    ],
    cli: 'aws elb modify-load-balancer-attributes --load-balancer-name <name> --load-balancer-attributes \'{"CrossZoneLoadBalancing":{"Enabled":true}}\'',
    terraform: `resource "aws_elb" "intranet" {
  name                      = "intranet"
  subnets                   = var.private_subnet_ids
  cross_zone_load_balancing = true

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
    'https://docs.aws.amazon.com/elasticloadbalancing/latest/classic/enable-disable-crosszone-lb.html',
  over: 'loadBalancers',
  needs: ['attributes'],
  judge: ({ name, attributes }) =>
    attributes.cross_zone
      ? pass(`The Classic Load Balancer ${name} spreads requests over all its zones.`)
      : fail(`The Classic Load Balancer ${name} keeps requests in the zone in which they arrive.`),
})
