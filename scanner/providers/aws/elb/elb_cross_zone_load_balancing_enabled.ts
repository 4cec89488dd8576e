import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'elb_cross_zone_load_balancing_enabled',
  title: 'Classic Load Balancer has cross-zone load balancing enabled',
  description:
    'Reads whether each node of a Classic Load Balancer distributes requests across the instances in all Availability Zones.',
  risk: 'If instances are distributed unevenly, those in the zone with fewer instances receive most of the load and can fail.',
  decision:
    'Fails if the attribute CrossZoneLoadBalancing is disabled, and passes if it is enabled. It is disabled by default for load balancers created with the API or the AWS CLI.',
  fix: {
    text: 'Enable cross-zone load balancing for the Classic Load Balancer.',
    console: [
      'Open EC2, choose Load Balancers, and choose the Classic Load Balancer.',
      'On the Attributes tab, choose Edit.',
      'Turn on Cross-zone load balancing, and choose Save changes.',
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
      ? pass(`The Classic Load Balancer ${name} has cross-zone load balancing enabled.`)
      : fail(`The Classic Load Balancer ${name} has cross-zone load balancing disabled.`),
})
