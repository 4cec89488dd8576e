import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

const policies: readonly string[] = ['', 'PFS_', 'FIPS_', 'FIPS_PFS_', 'Ext2_', 'Ext2_FIPS_'].map(
  (kind) => `SecurityPolicy_TLS13_1_2_${kind}PQ_2025_09`,
)

export default check({
  id: 'apigateway_domain_name_pqc_tls_enabled',
  title: 'API Gateway domain name supports post-quantum key exchange',
  description:
    'Compares the security policy of each custom domain name with the policies that support hybrid key exchange with ML-KEM.',
  risk: 'API traffic recorded today could be decrypted by a future quantum computer.',
  decision:
    'Passes if the security policy is in `apigateway_pqc_tls_allowed_policies` (by default, the policies of September 2025 with PQ in their names), and fails if it is not.',
  fix: {
    text: 'Choose a security policy with PQ in its name for the domain name.',
    console: [
      'Open API Gateway, choose Custom domain names, and choose the domain name.',
      'Under Domain details, choose Edit.',
      'Choose a security policy with PQ in its name and an endpoint access mode, and choose Save changes.',
    ],
    cli: 'aws apigateway update-domain-name --domain-name <domain-name> --patch-operations op=replace,path=/securityPolicy,value=SecurityPolicy_TLS13_1_2_PQ_2025_09 op=replace,path=/endpointAccessMode,value=STRICT',
    terraform: `resource "aws_api_gateway_domain_name" "api" {
  domain_name              = "api.example.com"
  regional_certificate_arn = aws_acm_certificate.api.arn
  security_policy          = "SecurityPolicy_TLS13_1_2_PQ_2025_09"
  endpoint_access_mode     = "STRICT"

  endpoint_configuration {
    types = ["REGIONAL"]
  }
}`,
  },
  source:
    'https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-security-policies-list.html',
  links: [
    'https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-custom-domain-tls-version.html',
  ],
  over: 'domainNames',
  needs: [],
  config: { apigateway_pqc_tls_allowed_policies: policies },
  judge: ({ name, security_policy: policy }, { config }) =>
    config.apigateway_pqc_tls_allowed_policies.includes(policy)
      ? pass(`The domain name ${name} supports post-quantum key exchange with ${policy}.`)
      : fail(
          `The domain name ${name} has the security policy ${policy}, which does not support post-quantum key exchange.`,
        ),
})
