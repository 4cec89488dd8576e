import { fail, pass } from '../../../kit/index.ts'
import { check, isSecure, portsOf } from './resources.ts'

export default check({
  id: 'elb_ssl_listeners_use_acm_certificate',
  title: 'Classic Load Balancer takes its certificates from ACM',
  description:
    'Reads which certificate each HTTPS and SSL listener of a Classic Load Balancer shows.',
  risk: 'A certificate that was uploaded to IAM is renewed by nobody, and the service is down for every visitor on the day it expires.',
  decision:
    'Fails when the certificate of a secure listener is not one of AWS Certificate Manager, and passes when all are. Whether ACM renews it, which it does not for imported ones, is for the checks of ACM. Load balancers without secure listeners give no finding.',
  fix: {
    text: 'Give every secure listener a certificate of AWS Certificate Manager.',
    console: [
      'Open AWS Certificate Manager and request a certificate for the name of the service.',
      'Open EC2, choose Load Balancers, and choose the Classic Load Balancer.',
      'On the tab Listeners choose Manage listeners, then Edit beside the certificate.',
      'Choose the certificate from ACM, then choose Save changes.',
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
          `The Classic Load Balancer ${name} shows a certificate that is not of ACM for ${portsOf(others)}.`,
        )
      : pass(`The Classic Load Balancer ${name} takes its certificates from ACM.`)
  },
})
