import { fail, pass } from '../../../kit/index.ts'
import { check, known } from './resources.ts'

export default check({
  id: 'opensearch_service_domains_encryption_at_rest_enabled',
  title: 'Domain is encrypted at rest',
  description:
    'Reads whether each domain encrypts its indexes, logs, swap files and snapshots on disk.',
  risk: 'Every document that was ever indexed can be read from a disk or a snapshot that gets into wrong hands.',
  decision:
    'Passes when encryption at rest is on, fails when it is off. An answer without the setting gives no verdict but a gap in coverage, and a domain that is being created or deleted has no verdict.',
  fix: {
    text: 'Turn on encryption at rest.',
    console: [
      'Open Amazon OpenSearch Service, choose Domains, and choose the domain.',
      'Choose Actions and Edit security configuration.',
      'Under Encryption, choose Enable encryption of data at rest and an AWS KMS key.',
      'Choose Save changes; old versions of Elasticsearch need a new domain instead.',
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
      ? pass(`The domain ${name} is encrypted at rest.`)
      : fail(`The domain ${name} is not encrypted at rest.`)
  },
})
