import { fail, pass } from '../../../kit/index.ts'
import { check, known } from './resources.ts'

export default check({
  id: 'opensearch_service_domains_fault_tolerant_master_nodes',
  title: 'OpenSearch domain has at least three dedicated master nodes',
  description: 'Reads the number of dedicated master nodes of each domain.',
  risk: 'Under load, or if one node fails, the cluster can lose its master node and stop responding.',
  decision:
    'Passes if the domain has at least three dedicated master nodes. Fails if it has fewer or none. A domain without this setting in the response is reported as a coverage gap. A domain that is being created or deleted gives no finding.',
  fix: {
    text: 'Run three dedicated master nodes.',
    console: [
      'Open Amazon OpenSearch Service, choose Domains, and choose the domain.',
      'Choose Actions and Edit cluster configuration.',
      'Under Dedicated master nodes, choose Enable, an instance type and 3 nodes, and choose Save changes.',
    ],
    cli: 'aws opensearch update-domain-config --domain-name <domain> --cluster-config DedicatedMasterEnabled=true,DedicatedMasterType=<type>,DedicatedMasterCount=3',
    terraform: `resource "aws_opensearch_domain" "search" {
  domain_name    = "search"
  engine_version = "OpenSearch_2.19"

  cluster_config {
    instance_type            = "r6g.large.search"
    instance_count           = 3
    dedicated_master_enabled = true
    dedicated_master_type    = "m6g.large.search"
    dedicated_master_count   = 3
  }
}`,
  },
  source:
    'https://docs.aws.amazon.com/opensearch-service/latest/developerguide/managedomains-dedicatedmasternodes.html',
  over: 'domains',
  needs: ['details'],
  judge: ({ name, details: { settled, masters } }) => {
    if (!settled) return []
    const nodes = known(masters)
    if (nodes >= 3) return pass(`Domain ${name} has ${nodes} dedicated master nodes.`)
    return nodes === 0
      ? fail(`Domain ${name} has no dedicated master nodes.`)
      : fail(`Domain ${name} has fewer than three dedicated master nodes (${nodes}).`)
  },
})
