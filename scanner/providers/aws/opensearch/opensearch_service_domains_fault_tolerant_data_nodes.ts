import { fail, pass } from '../../../kit/index.ts'
import { check, known } from './resources.ts'

export default check({
  id: 'opensearch_service_domains_fault_tolerant_data_nodes',
  title: 'OpenSearch domain has at least three data nodes and zone awareness',
  description:
    'Reads the number of data nodes of each domain and whether zone awareness is enabled.',
  risk: 'If one node or Availability Zone fails, indexes become unavailable or read-only.',
  decision:
    'Passes if the domain has at least three data nodes and zone awareness is on. Fails if it has fewer data nodes, or if all are in one Availability Zone. The check does not read the number of replicas of each index. A domain without the number in the response is reported as a coverage gap. A domain that is being created or deleted gives no finding.',
  fix: {
    text: 'Run at least three data nodes in multiple Availability Zones.',
    console: [
      'Open Amazon OpenSearch Service, choose Domains, and choose the domain.',
      'Choose Actions and Edit cluster configuration.',
      'Choose 3-AZ and a number of data nodes that is a multiple of three, and choose Save changes.',
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
      ? pass(`Domain ${name} has ${nodes} data nodes in ${zones} Availability Zones.`)
      : fail(
          `Domain ${name} does not have at least three data nodes with zone awareness (data nodes: ${nodes}, Availability Zones: ${zones}).`,
        )
  },
})
