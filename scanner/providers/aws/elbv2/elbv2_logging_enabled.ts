import { fail, pass } from '../../../kit/index.ts'
import { check, called } from './resources.ts'

export default check({
  id: 'elbv2_logging_enabled',
  title: 'Load balancer has access logs enabled',
  description:
    'Reads whether each Application Load Balancer, and each Network Load Balancer with a TLS listener, stores access logs in S3.',
  risk: 'Without access logs, you cannot determine the source of requests after an attack, and slow request floods can remain undetected.',
  decision:
    'Fails if access logs are disabled, and passes if they are enabled. Network Load Balancers without a TLS listener and Gateway Load Balancers give no finding, because they produce no access logs. The log bucket is covered by the S3 checks.',
  fix: {
    text: 'Enable access logs, with a bucket that allows delivery from this load balancer.',
    console: [
      'Open EC2, choose Load Balancers, and choose the load balancer.',
      'On the Attributes tab, choose Edit.',
      'Under Monitoring, turn on Access logs and enter a bucket whose policy allows Elastic Load Balancing to write.',
      'Choose Save changes.',
    ],
    cli: 'aws elbv2 modify-load-balancer-attributes --load-balancer-arn <load-balancer-arn> --attributes Key=access_logs.s3.enabled,Value=true Key=access_logs.s3.bucket,Value=<bucket>',
    terraform: `resource "aws_lb" "shop" {
  name    = "shop"
  subnets = var.public_subnet_ids

  access_logs {
    enabled = true
    bucket  = aws_s3_bucket.access_logs.id
    prefix  = "shop"
  }
}`,
  },
  source:
    'https://docs.aws.amazon.com/elasticloadbalancing/latest/application/enable-access-logging.html',
  links: [
    'https://docs.aws.amazon.com/elasticloadbalancing/latest/network/load-balancer-access-logs.html',
  ],
  over: 'loadBalancers',
  needs: ['attributes', 'listeners'],
  judge: (it) => {
    const { attributes, type, listeners } = it
    if (attributes.access_logs === null) return []
    if (type === 'network' && !listeners.some(({ protocol }) => protocol === 'TLS')) return []
    return attributes.access_logs
      ? pass(`${called(it)} has access logs enabled.`)
      : fail(`${called(it)} has access logs disabled.`)
  },
})
