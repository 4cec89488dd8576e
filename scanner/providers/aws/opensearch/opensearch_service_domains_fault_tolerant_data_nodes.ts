import { fail, pass } from '../../../kit/index.ts'
import { check, known } from './resources.ts'

export default check({
  id: 'opensearch_service_domains_fault_tolerant_data_nodes',
  title: 'Domain has data nodes in several zones',
  description:
    'Reads how many data nodes each domain has and whether they are spread over availability zones.',
  risk: 'When one node or zone fails, indexes are missing or can no longer be written.',
  decision:
    'Passes with at least three data nodes and zone awareness on. Fails with fewer, and when all are in one zone. How many copies each index keeps is not read. An answer without the number gives no verdict but a gap in coverage, and a domain that is being created or deleted has no verdict.',
  fix: {
    text: 'Run at least three data nodes in several zones.',
    console: [
      'Open Amazon OpenSearch Service, choose Domains, and choose the domain.',
      'Choose Actions and Edit cluster configuration.',
      'Choose 3-AZ and a number of data nodes that three divides, and choose Save changes.',
    ],
    cli: "aws opensearch update-domain-config --domain-name <domain> --cluster-config 'InstanceCount=<nodes of now or 3 if fewer>,ZoneAwarenessEnabled=true,ZoneAwarenessConfig={AvailabilityZoneCount=3}'",
    terraform: `resource "aws_opensearch_domain" "search" {
  domain_name    = "search"
  engine_version = "OpenSearch_2.19"

  cluster_config {
    instance_type          = "r6g.large.search"
    instance_count         = 3
    zone_awareness_enabled = true
    zone_awareness_config {
      availability_zone_count = 3
    }
  }
}`,
  },
  source:
    'https://docs.aws.amazon.com/opensearch-service/latest/developerguide/managedomains-multiaz.html',
  links: ['https://docs.aws.amazon.com/securityhub/latest/userguide/opensearch-controls.html'],
  over: 'domains',
  needs: ['details'],
  judge: ({ name, details: { settled, data_nodes, zones } }) => {
    if (!settled) return []
    const nodes = known(data_nodes)
    return nodes >= 3 && zones > 1
      ? pass(`The domain ${name} has ${nodes} data nodes in ${zones} zones.`)
      : fail(`The domain ${name} has only ${nodes} data nodes in ${zones} zones.`)
  },
})
