import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'elb_is_in_multiple_az',
  title: 'Classic Load Balancer stands in more than one availability zone',
  description: 'Counts the availability zones that each Classic Load Balancer is enabled in.',
  risk: 'A load balancer in a single zone goes down with it, and everything behind it is cut off.',
  decision:
    'Fails when the load balancer is in fewer zones than `elb_min_azs`, 2 unless configured, and passes otherwise. Where the machines behind it run is not looked at.',
  fix: {
    text: 'Add a subnet of a second availability zone to the Classic Load Balancer.',
    console: [
      'Open EC2, choose Load Balancers, and choose the Classic Load Balancer.',
      'On the tab Network mapping choose Edit subnets.',
      'Select a subnet in another availability zone, then choose Save changes.',
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
      ? pass(`The Classic Load Balancer ${name} stands in ${list}.`)
      : fail(
          `The Classic Load Balancer ${name} stands in ${list}, and ${config.elb_min_azs} zones are wanted.`,
        )
  },
})
