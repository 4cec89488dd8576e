import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'elb_connection_draining_enabled',
  title: 'Classic Load Balancer lets requests end before a machine leaves',
  description:
    'Reads whether a Classic Load Balancer finishes the open requests of a machine that is deregistered or unhealthy.',
  risk: 'Every release and every replacement of a machine cuts requests off in the middle, with half an order written.',
  decision:
    'Fails when the attribute ConnectionDraining is off and passes when it is on, whatever its timeout.',
  fix: {
    text: 'Turn on connection draining with a timeout that the longest request fits into.',
    console: [
      'Open EC2, choose Load Balancers, and choose the Classic Load Balancer.',
      'On the tab Attributes choose Edit.',
      'Turn on Connection draining, set its timeout in seconds, then choose Save changes.',
    ],
    cli: 'aws elb modify-load-balancer-attributes --load-balancer-name <name> --load-balancer-attributes \'{"ConnectionDraining":{"Enabled":true,"Timeout":300}}\'',
    terraform: `resource "aws_elb" "intranet" {
  name                        = "intranet"
  subnets                     = var.private_subnet_ids
  connection_draining         = true
  connection_draining_timeout = 300

  listener {
    instance_port      = 8443
    instance_protocol  = "https"
    lb_port            = 443
    lb_protocol        = "https"
    ssl_certificate_id = aws_acm_certificate.intranet.arn
  }
}`,
  },
  source: 'https://docs.aws.amazon.com/elasticloadbalancing/latest/classic/config-conn-drain.html',
  over: 'loadBalancers',
  needs: ['attributes'],
  judge: ({ name, attributes }) =>
    attributes.connection_draining
      ? pass(`The Classic Load Balancer ${name} drains connections.`)
      : fail(`The Classic Load Balancer ${name} cuts connections off.`),
})
