import { fail, pass } from '../../../kit/index.ts'
import { check, known } from './resources.ts'

export default check({
  id: 'opensearch_service_domains_fault_tolerant_master_nodes',
  title: 'Domain has three dedicated master nodes',
  description:
    'Reads whether each domain keeps its cluster state on nodes that do nothing else, and on how many.',
  risk: 'Under load, or when one node fails, the cluster loses its head and stops answering.',
  decision:
    'Passes with at least three dedicated master nodes, fails with fewer or none. An answer without the setting gives no verdict but a gap in coverage, and a domain that is being created or deleted has no verdict.',
  fix: {
    text: 'Run three dedicated master nodes.',
    console: [
      'Open Amazon OpenSearch Service, choose Domains, and choose the domain.',
      'Choose Actions and Edit cluster configuration.',
      'Under Dedicated master nodes choose Enable, a type of instance and 3 nodes, and choose Save changes.',
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
    if (nodes >= 3) return pass(`The domain ${name} has ${nodes} dedicated master nodes.`)
    return nodes === 0
      ? fail(`The domain ${name} has no dedicated master nodes.`)
      : fail(`The domain ${name} has only ${nodes} dedicated master nodes.`)
  },
})
