import { fail, pass } from '../../../kit/index.ts'
import { check, isSecure, portsOf } from './resources.ts'

export default check({
  id: 'elb_ssl_listeners_use_acm_certificate',
  title: 'Classic Load Balancer uses ACM certificates',
  description: 'Reads the certificate of each HTTPS and SSL listener of a Classic Load Balancer.',
  risk: 'A certificate uploaded to IAM is not renewed automatically, and the service becomes unavailable when it expires.',
  decision:
    'Fails if the certificate of a secure listener is not from AWS Certificate Manager, and passes if all are. Renewal, which ACM does not perform for imported certificates, is covered by the ACM checks. Load balancers without secure listeners give no finding.',
  fix: {
    text: 'Use an AWS Certificate Manager certificate for every secure listener.',
    console: [
      'Open AWS Certificate Manager and request a certificate for the domain name of the service.',
      'Open EC2, choose Load Balancers, and choose the Classic Load Balancer.',
      'On the Listeners tab, choose Manage listeners, and then choose Edit next to the certificate.',
      'Choose the ACM certificate, and choose Save changes.',
    ],
    cli: 'aws elb set-load-balancer-listener-ssl-certificate --load-balancer-name <name> --load-balancer-port 443 --ssl-certificate-id <acm-certificate-arn>',
    terraform: `resource "aws_acm_certificate" "intranet" {
  domain_name       = "intranet.example.com"
  validation_method = "DNS"
}

resource "aws_elb" "intranet" {
  name    = "intranet"
  subnets = var.private_subnet_ids

  listener {
    instance_port      = 8443
    instance_protocol  = "https"
    lb_port            = 443
    lb_protocol        = "https"
    ssl_certificate_id = aws_acm_certificate.intranet.arn
  }
}`,
  },
  source: 'https://docs.aws.amazon.com/elasticloadbalancing/latest/classic/ssl-server-cert.html',
  over: 'loadBalancers',
  needs: [],
  judge: ({ name, listeners }) => {
    const secure = listeners.filter(isSecure)
    if (secure.length === 0) return []
    const others = secure.filter(({ certificate }) => certificate?.split(':')[2] !== 'acm')
    return others.length > 0
      ? fail(
          `The Classic Load Balancer ${name} does not use an ACM certificate for ${portsOf(others)}.`,
        )
      : pass(`The Classic Load Balancer ${name} uses only ACM certificates.`)
  },
})
