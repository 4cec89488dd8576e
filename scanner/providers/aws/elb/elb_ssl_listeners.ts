import { fail, pass } from '../../../kit/index.ts'
import { check, isSecure, portsOf } from './resources.ts'

export default check({
  id: 'elb_ssl_listeners',
  title: 'Classic Load Balancer uses only HTTPS or SSL listeners',
  description: 'Reads the front-end protocol of each listener of a Classic Load Balancer.',
  risk: 'Anyone on the network path of an unencrypted listener can read sessions and change their traffic.',
  decision:
    'Fails if a listener uses HTTP or TCP, because a Classic Load Balancer cannot redirect. Passes if all use HTTPS or SSL. A TCP listener fails even if the instances terminate TLS, which the check cannot detect. Load balancers without listeners give no finding.',
  fix: {
    text: 'Replace HTTP and TCP listeners with HTTPS or SSL listeners.',
    console: [
      'Open EC2, choose Load Balancers, and choose the Classic Load Balancer.',
      'On the Listeners tab, choose Manage listeners.',
      'Add an HTTPS or SSL listener with a certificate, and remove the HTTP and TCP listeners.',
      'Choose Save changes.',
    ],
    cli: 'aws elb create-load-balancer-listeners --load-balancer-name <name> --listeners Protocol=HTTPS,LoadBalancerPort=443,InstanceProtocol=HTTPS,InstancePort=8443,SSLCertificateId=<certificate-arn>',
    terraform: `resource "aws_elb" "intranet" {
  name    = "intranet"
  subnets = var.private_subnet_ids

  listener {
    lb_port            = 443
    lb_protocol        = "https"
    instance_port      = 8443
    instance_protocol  = "https"
    ssl_certificate_id = aws_acm_certificate.intranet.arn
  }
}`,
  },
  source:
    'https://docs.aws.amazon.com/elasticloadbalancing/latest/classic/elb-https-load-balancers.html',
  links: ['https://docs.aws.amazon.com/securityhub/latest/userguide/elb-controls.html'],
  over: 'loadBalancers',
  needs: [],
  judge: ({ name, listeners }) => {
    if (listeners.length === 0) return []
    const open = listeners.filter((it) => !isSecure(it))
    return open.length > 0
      ? fail(`The Classic Load Balancer ${name} has unencrypted listeners: ${portsOf(open)}.`)
      : pass(`The Classic Load Balancer ${name} uses only HTTPS and SSL listeners.`)
  },
})
