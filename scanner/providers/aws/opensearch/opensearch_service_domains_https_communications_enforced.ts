import { fail, pass } from '../../../kit/index.ts'
import { check, known } from './resources.ts'

export default check({
  id: 'opensearch_service_domains_https_communications_enforced',
  title: 'OpenSearch domain requires HTTPS',
  description: 'Reads whether the endpoint of each domain rejects requests without TLS.',
  risk: 'Queries, documents and passwords that are sent over HTTP can be read and modified in transit.',
  decision:
    'Passes if HTTPS is required. Fails if it is not. The check does not read the accepted TLS versions. A domain without this setting in the response is reported as a coverage gap. A domain that is being created or deleted gives no finding.',
  fix: {
    text: 'Require HTTPS for all traffic to the domain.',
    console: [
      'Open Amazon OpenSearch Service, choose Domains, and choose the domain.',
      'Choose Actions and Edit security configuration.',
      'Choose Require HTTPS for all traffic to the domain and a TLS 1.2 or later policy, and choose Save changes.',
    ],
    cli: 'aws opensearch update-domain-config --domain-name <domain> --domain-endpoint-options EnforceHTTPS=true,TLSSecurityPolicy=Policy-Min-TLS-1-2-PFS-2023-10',
    terraform: `resource "aws_opensearch_domain" "search" {
  domain_name    = "search"
  engine_version = "OpenSearch_2.19"

  domain_endpoint_options {
    enforce_https       = true
    tls_security_policy = "Policy-Min-TLS-1-2-PFS-2023-10"
  }
}`,
  },
  source:
    'https://docs.aws.amazon.com/opensearch-service/latest/developerguide/infrastructure-security.html',
  links: ['https://docs.aws.amazon.com/securityhub/latest/userguide/opensearch-controls.html'],
  over: 'domains',
  needs: ['details'],
  judge: ({ name, details: { settled, https_only } }) => {
    if (!settled) return []
    return known(https_only)
      ? pass(`Domain ${name} requires HTTPS.`)
      : fail(`Domain ${name} does not require HTTPS.`)
  },
})
