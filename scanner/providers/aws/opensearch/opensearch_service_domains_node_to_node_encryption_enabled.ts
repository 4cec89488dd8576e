import { fail, pass } from '../../../kit/index.ts'
import { check, known } from './resources.ts'

export default check({
  id: 'opensearch_service_domains_node_to_node_encryption_enabled',
  title: 'OpenSearch domain has node-to-node encryption enabled',
  description: 'Reads whether each domain encrypts traffic between its nodes.',
  risk: 'An attacker with access to the network between the nodes can read documents and queries in plaintext.',
  decision:
    'Passes if node-to-node encryption is on. Fails if it is off. A domain without this setting in the response is reported as a coverage gap. A domain that is being created or deleted gives no finding.',
  fix: {
    text: 'Turn on node-to-node encryption. It cannot be turned off later.',
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
      ? pass(`Domain ${name} has node-to-node encryption enabled.`)
      : fail(`Domain ${name} does not have node-to-node encryption enabled.`)
  },
})
