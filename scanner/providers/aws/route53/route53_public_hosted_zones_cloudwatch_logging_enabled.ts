import { fail, pass } from '../../../kit/index.ts'
import { known } from '../known.ts'
import { check } from './resources.ts'

export default check({
  id: 'route53_public_hosted_zones_cloudwatch_logging_enabled',
  title: 'Route 53 public hosted zone has query logging enabled',
  description: 'Reads whether DNS query logging is configured for each public hosted zone.',
  risk: 'Without query logs, reconnaissance by attackers and DNS queries by malware remain undetected.',
  decision:
    'Passes if the public hosted zone has a query logging configuration, and fails if it has none. Private hosted zones give no finding, because the Resolver logs their queries.',
  fix: {
    text: 'Enable query logging for the hosted zone.',
    console: [
      'Open Amazon Route 53, choose Hosted zones, and choose the hosted zone.',
      'Choose Configure query logging.',
      'Choose a log group in US East (N. Virginia), grant Route 53 permission to write to it, and choose Create.',
    ],
    cli: 'aws route53 create-query-logging-config --hosted-zone-id <zone> --cloud-watch-logs-log-group-arn <group>',
    terraform: `resource "aws_route53_query_log" "public" {
  zone_id                  = aws_route53_zone.public.zone_id
  cloudwatch_log_group_arn = aws_cloudwatch_log_group.dns.arn
}`,
  },
  source: 'https://docs.aws.amazon.com/Route53/latest/DeveloperGuide/query-logs.html',
  links: ['https://docs.aws.amazon.com/securityhub/latest/userguide/route53-controls.html'],
  over: 'zones',
  needs: ['query_logging'],
  judge: (zone) => {
    if (known(zone.private, 'route53:ListHostedZones')) return []
    return zone.query_logging
      ? pass(`The public hosted zone ${zone.name} has query logging enabled.`)
      : fail(`The public hosted zone ${zone.name} has query logging disabled.`)
  },
})
