import { fail, pass } from '../../../kit/index.ts'
import { check, known } from './resources.ts'

export default check({
  id: 'opensearch_service_domains_node_to_node_encryption_enabled',
  title: 'Domain’s nodes speak TLS among themselves',
  description: 'Reads whether the nodes of each domain encrypt what they send each other.',
  risk: 'Documents and queries travel in the open between the nodes, to be read by whoever gets into that network.',
  decision:
    'Passes when node-to-node encryption is on, fails when it is off. An answer without the setting gives no verdict but a gap in coverage, and a domain that is being created or deleted has no verdict.',
  fix: {
    text: 'Turn on node-to-node encryption; it cannot be turned off again.',
    console: [
      'Open Amazon OpenSearch Service, choose Domains, and choose the domain.',
      'Choose Actions and Edit security configuration.',
      'Under Encryption, choose Node-to-node encryption and choose Save changes.',
    ],
    cli: 'aws opensearch update-domain-config --domain-name <domain> --node-to-node-encryption-options Enabled=true',
    terraform: `resource "aws_opensearch_domain" "search" {
  domain_name    = "search"
  engine_version = "OpenSearch_2.19"

  node_to_node_encryption {
    enabled = true
  }
}`,
  },
  source: 'https://docs.aws.amazon.com/opensearch-service/latest/developerguide/ntn.html',
  over: 'domains',
  needs: ['details'],
  judge: ({ name, details: { settled, node_to_node } }) => {
    if (!settled) return []
    return known(node_to_node)
      ? pass(`The nodes of the domain ${name} speak TLS among themselves.`)
      : fail(`The nodes of the domain ${name} speak unencrypted among themselves.`)
  },
})
