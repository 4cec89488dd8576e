import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'elb_is_in_multiple_az',
  title: 'Classic Load Balancer is in multiple Availability Zones',
  description: 'Counts the Availability Zones of each Classic Load Balancer.',
  risk: 'If its only Availability Zone fails, the load balancer and all services behind it become unavailable.',
  decision:
    'Fails if the load balancer is in fewer Availability Zones than `elb_min_azs` (2 by default), and passes otherwise. The location of the instances is not evaluated.',
  fix: {
    text: 'Add a subnet in a second Availability Zone to the Classic Load Balancer.',
    console: [
      'Open EC2, choose Load Balancers, and choose the Classic Load Balancer.',
      'On the Network mapping tab, choose Edit subnets.',
      'Select a subnet in another Availability Zone, and choose Save changes.',
    ],
    cli: 'aws elb attach-load-balancer-to-subnets --load-balancer-name <name> --subnets <subnet-id>',
    terraform: `resource "aws_elb" "intranet" {
  name    = "intranet"
  subnets = [aws_subnet.private_a.id, aws_subnet.private_b.id]

  listener {
    instance_port      = 8443
    instance_protocol  = "https"
    lb_port            = 443
    lb_protocol        = "https"
    ssl_certificate_id = aws_acm_certificate.intranet.arn
  }
}`,
  },
  source: 'https://docs.aws.amazon.com/elasticloadbalancing/latest/classic/elb-manage-subnets.html',
  over: 'loadBalancers',
  needs: [],
  config: { elb_min_azs: 2 },
  judge: ({ name, zones }, { config }) => {
    const list = zones.join(', ') || 'no zone'
    return new Set(zones).size >= config.elb_min_azs
      ? pass(`The Classic Load Balancer ${name} is in ${list}.`)
      : fail(
          `The Classic Load Balancer ${name} is in ${list}, but ${config.elb_min_azs} zones are required.`,
        )
  },
})
