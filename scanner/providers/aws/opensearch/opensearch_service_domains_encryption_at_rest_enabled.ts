import { fail, pass } from '../../../kit/index.ts'
import { check, known } from './resources.ts'

export default check({
  id: 'opensearch_service_domains_encryption_at_rest_enabled',
  title: 'OpenSearch domain has encryption at rest enabled',
  description:
    'Reads whether each domain encrypts its indexes, logs, swap files and snapshots on disk.',
  risk: 'An attacker with access to a disk or a snapshot can read all indexed documents.',
  decision:
    'Passes if encryption at rest is on. Fails if it is off. A domain without this setting in the response is reported as a coverage gap. A domain that is being created or deleted gives no finding.',
  fix: {
    text: 'Turn on encryption at rest for the domain.',
    console: [
      'Open Amazon OpenSearch Service, choose Domains, and choose the domain.',
      'Choose Actions and Edit security configuration.',
      'Under Encryption, choose Enable encryption of data at rest and an AWS KMS key.',
      'Choose Save changes. Old versions of Elasticsearch require a new domain instead.',
    ],
    cli: 'aws opensearch update-domain-config --domain-name <domain> --encryption-at-rest-options Enabled=true',
    terraform: `resource "aws_opensearch_domain" "search" {
  domain_name    = "search"
  engine_version = "OpenSearch_2.19"

  encrypt_at_rest {
    enabled    = true
    kms_key_id = aws_kms_key.search.arn
  }
}`,
  },
  source:
    'https://docs.aws.amazon.com/opensearch-service/latest/developerguide/encryption-at-rest.html',
  links: ['https://docs.aws.amazon.com/securityhub/latest/userguide/opensearch-controls.html'],
  over: 'domains',
  needs: ['details'],
  judge: ({ name, details: { settled, encrypted } }) => {
    if (!settled) return []
    return known(encrypted)
      ? pass(`Domain ${name} has encryption at rest enabled.`)
      : fail(`Domain ${name} does not have encryption at rest enabled.`)
  },
})
