import { fail, pass } from '../../../kit/index.ts'
import { check, called } from './resources.ts'

export default check({
  id: 'elbv2_is_in_multiple_az',
  title: 'Load balancer stands in more than one availability zone',
  description: 'Counts the availability zones in which each load balancer has a subnet.',
  risk: 'When the one zone fails, every service behind the load balancer is unreachable, however many targets are healthy elsewhere.',
  decision:
    'Fails when the load balancer is in fewer zones than `elbv2_min_azs`, 2 unless configured, and passes otherwise. All types of load balancers are judged. Where the targets run is not looked at.',
  fix: {
    text: 'Give the load balancer subnets in at least two availability zones.',
    console: [
      'Open EC2, choose Load Balancers, and choose the load balancer.',
      'On the tab Network mapping choose Edit subnets.',
      'Select a subnet in a further availability zone, then choose Save changes.',
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
      ? pass(`${called(it)} stands in ${list}.`)
      : fail(`${called(it)} stands in ${list}, and ${config.elbv2_min_azs} zones are wanted.`)
  },
})
