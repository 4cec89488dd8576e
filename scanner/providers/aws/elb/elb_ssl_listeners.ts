import { fail, pass } from '../../../kit/index.ts'
import { check, isSecure, portsOf } from './resources.ts'

export default check({
  id: 'elb_ssl_listeners',
  title: 'Classic Load Balancer listens over HTTPS or SSL only',
  description: 'Reads the protocol of each listener in front of a Classic Load Balancer.',
  risk: 'Whoever sits between a visitor and an unencrypted listener reads the session and can speak in its place.',
  decision:
    'Fails when a listener speaks HTTP or TCP, since a Classic Load Balancer cannot redirect. Passes when all speak HTTPS or SSL. A TCP listener fails also where the machines behind it end TLS, which cannot be seen here. Load balancers without listeners give no finding.',
  fix: {
    text: 'Replace HTTP and TCP listeners by HTTPS or SSL ones.',
    console: [
      'Open EC2, choose Load Balancers, and choose the Classic Load Balancer.',
      'On the tab Listeners choose Manage listeners.',
      'Add a listener for HTTPS or SSL with a certificate, and remove those for HTTP and TCP.',
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
      ? fail(`The Classic Load Balancer ${name} listens to ${portsOf(open)}.`)
      : pass(`The Classic Load Balancer ${name} listens over HTTPS and SSL only.`)
  },
})
