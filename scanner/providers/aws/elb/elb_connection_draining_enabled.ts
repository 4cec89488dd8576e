import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'elb_connection_draining_enabled',
  title: 'Classic Load Balancer has connection draining enabled',
  description:
    'Reads whether each Classic Load Balancer completes in-flight requests to an instance that is deregistered or unhealthy.',
  risk: 'Without connection draining, in-flight requests fail each time an instance is deregistered or replaced.',
  decision:
    'Fails if the attribute ConnectionDraining is disabled, and passes if it is enabled, with any timeout.',
  fix: {
    text: 'Enable connection draining with a timeout that is longer than the longest request.',
    console: [
      'Open EC2, choose Load Balancers, and choose the Classic Load Balancer.',
      'On the Attributes tab, choose Edit.',
      'Turn on Connection draining, set its timeout in seconds, and choose Save changes.',
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
      ? pass(`The Classic Load Balancer ${name} has connection draining enabled.`)
      : fail(`The Classic Load Balancer ${name} has connection draining disabled.`),
})
