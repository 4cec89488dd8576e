import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'elb_logging_enabled',
  title: 'Classic Load Balancer has access logs enabled',
  description: 'Reads whether each Classic Load Balancer stores access logs in S3.',
  risk: 'Without access logs, you cannot determine which requests preceded an attack, where they came from, or how many were rejected.',
  decision:
    'Fails if the attribute AccessLog is disabled, which is the default, and passes if it is enabled. The destination and the retention of the logs are not evaluated.',
  fix: {
    text: 'Enable access logs for the Classic Load Balancer, with an S3 bucket that allows delivery.',
    console: [
      'Open EC2, choose Load Balancers, and choose the Classic Load Balancer.',
      'On the Attributes tab, choose Edit.',
      'Under Monitoring, turn on Access logs, enter a bucket, and choose Save changes.',
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
      ? pass(`The Classic Load Balancer ${name} has access logs enabled.`)
      : fail(`The Classic Load Balancer ${name} has access logs disabled.`),
})
