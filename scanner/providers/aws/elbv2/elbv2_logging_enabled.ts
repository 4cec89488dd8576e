import { fail, pass } from '../../../kit/index.ts'
import { check, called } from './resources.ts'

export default check({
  id: 'elbv2_logging_enabled',
  title: 'Load balancer writes access logs',
  description:
    'Reads whether each application load balancer, and each network load balancer that ends TLS, stores a log of its requests in S3.',
  risk: 'After an attack nobody can tell who asked for what, and a slow flood of requests is first noticed by the bill.',
  decision:
    'Fails when access logs are off, passes when they are on. A network load balancer without a TLS listener and a gateway load balancer give no finding: they would log nothing. Whether the bucket keeps the logs is for the checks of S3.',
  fix: {
    text: 'Turn on access logs, into a bucket that this load balancer may write to.',
    console: [
      'Open EC2, choose Load Balancers, and choose the load balancer.',
      'On the tab Attributes choose Edit.',
      'Under Monitoring turn on Access logs and name a bucket whose policy lets Elastic Load Balancing write.',
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
      ? pass(`${called(it)} writes access logs.`)
      : fail(`${called(it)} writes no access logs.`)
  },
})
