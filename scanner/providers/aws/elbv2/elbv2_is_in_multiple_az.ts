import { fail, pass } from '../../../kit/index.ts'
import { check, called } from './resources.ts'

export default check({
  id: 'elbv2_is_in_multiple_az',
  title: 'Load balancer is in multiple Availability Zones',
  description: 'Counts the Availability Zones in which each load balancer has a subnet.',
  risk: 'If the only Availability Zone fails, all services behind the load balancer become unavailable, even if targets in other zones are healthy.',
  decision:
    'Fails if the load balancer is in fewer Availability Zones than `elbv2_min_azs` (2 by default), and passes otherwise. All types of load balancers are evaluated. The location of the targets is not evaluated.',
  fix: {
    text: 'Add subnets in at least two Availability Zones to the load balancer.',
    console: [
      'Open EC2, choose Load Balancers, and choose the load balancer.',
      'On the Network mapping tab, choose Edit subnets.',
      'Select a subnet in another Availability Zone, and choose Save changes.',
    ],
    cli: 'aws elbv2 set-subnets --load-balancer-arn <load-balancer-arn> --subnets <subnets in use> <subnet in a further zone>',
    terraform: `resource "aws_lb" "shop" {
  name    = "shop"
  subnets = [aws_subnet.public_a.id, aws_subnet.public_b.id]
}`,
  },
  source:
    'https://docs.aws.amazon.com/elasticloadbalancing/latest/application/load-balancer-subnets.html',
  links: [
    'https://docs.aws.amazon.com/elasticloadbalancing/latest/userguide/how-elastic-load-balancing-works.html',
  ],
  over: 'loadBalancers',
  needs: [],
  config: { elbv2_min_azs: 2 },
  judge: (it, { config }) => {
    const zones = new Set(it.zones)
    const list = [...zones].join(', ') || 'no zone'
    return zones.size >= config.elbv2_min_azs
      ? pass(`${called(it)} is in ${list}.`)
      : fail(`${called(it)} is in ${list}, but ${config.elbv2_min_azs} zones are required.`)
  },
})
