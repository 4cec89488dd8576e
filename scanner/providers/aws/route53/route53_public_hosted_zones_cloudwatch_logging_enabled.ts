import { fail, pass } from '../../../kit/index.ts'
import { known } from '../known.ts'
import { check } from './resources.ts'

export default check({
  id: 'route53_public_hosted_zones_cloudwatch_logging_enabled',
  title: 'Public zone logs the queries that it answers',
  description: 'Reads for which public hosted zones the DNS queries are logged.',
  risk: 'Who asks for which names, as attackers do before they come and malware does when it is there, is seen by nobody.',
  decision:
    'Passes when the public zone has a configuration for query logging, fails when it has none. Private zones have no verdict: their queries are logged by the Resolver.',
  fix: {
    text: 'Turn on query logging for the zone.',
    console: [
      'Open Amazon Route 53, choose Hosted zones, and choose the zone.',
      'Choose Configure query logging.',
      'Choose a log group in US East (N. Virginia), let Route 53 write to it, and choose Create.',
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
      ? pass(`Queries for the public zone ${zone.name} are logged.`)
      : fail(`Queries for the public zone ${zone.name} are not logged.`)
  },
})
