import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'elb_logging_enabled',
  title: 'Classic Load Balancer writes access logs',
  description: 'Reads whether each Classic Load Balancer stores a record of its requests in S3.',
  risk: 'Without records nobody can say which requests came before a break-in, from where, or how many were refused.',
  decision:
    'Fails when the attribute AccessLog is off, which is AWS’s default, and passes when it is on. Where the logs go and how long they stay is not looked at.',
  fix: {
    text: 'Turn on access logs of the Classic Load Balancer, into a bucket that accepts them.',
    console: [
      'Open EC2, choose Load Balancers, and choose the Classic Load Balancer.',
      'On the tab Attributes choose Edit.',
      'Under Monitoring turn on Access logs, name a bucket, then choose Save changes.',
    ],
    cli: 'aws elb modify-load-balancer-attributes --load-balancer-name <name> --load-balancer-attributes \'{"AccessLog":{"Enabled":true,"S3BucketName":"<bucket>","EmitInterval":60}}\'',
    terraform: `resource "aws_elb" "intranet" {
  name    = "intranet"
  subnets = var.private_subnet_ids

  access_logs {
    bucket   = aws_s3_bucket.access_logs.id
    interval = 60
  }

  listener {
    instance_port      = 8443
    instance_protocol  = "https"
    lb_port            = 443
    lb_protocol        = "https"
    ssl_certificate_id = aws_acm_certificate.intranet.arn
  }
}`,
  },
  source:
    'https://docs.aws.amazon.com/elasticloadbalancing/latest/classic/access-log-collection.html',
  over: 'loadBalancers',
  needs: ['attributes'],
  judge: ({ name, attributes }) =>
    attributes.access_logs
      ? pass(`The Classic Load Balancer ${name} writes access logs.`)
      : fail(`The Classic Load Balancer ${name} writes no access logs.`),
})
