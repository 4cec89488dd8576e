import { fail, pass } from '../../../kit/index.ts'
import { check, known } from './resources.ts'

export default check({
  id: 'opensearch_service_domains_use_cognito_authentication_for_kibana',
  title: 'OpenSearch domain has Cognito or SAML authentication for Dashboards',
  description:
    'Reads whether OpenSearch Dashboards of each domain uses Amazon Cognito or SAML authentication.',
  risk: 'Users with network access to OpenSearch Dashboards can use it anonymously or with a shared password.',
  decision:
    'Passes if Cognito or SAML is enabled for OpenSearch Dashboards. Fails if neither is. A domain without this setting in the response is reported as a coverage gap. A domain that is being created or deleted gives no finding.',
  fix: {
    text: 'Configure Cognito or SAML authentication for OpenSearch Dashboards.',
    console: [
      'Open Amazon OpenSearch Service, choose Domains, and choose the domain.',
      'Choose Actions and Edit security configuration.',
      'Under Amazon Cognito authentication, choose Enable, with the user pool, the identity pool and the role, or configure SAML authentication.',
      'Choose Save changes.',
    ],
    cli: 'aws opensearch update-domain-config --domain-name <domain> --cognito-options Enabled=true,UserPoolId=<pool>,IdentityPoolId=<identities>,RoleArn=<role>',
    terraform: `resource "aws_opensearch_domain" "search" {
  domain_name    = "search"
  engine_version = "OpenSearch_2.19"

  cognito_options {
    enabled          = true
    user_pool_id     = aws_cognito_user_pool.staff.id
    identity_pool_id = aws_cognito_identity_pool.staff.id
    role_arn         = aws_iam_role.search_cognito.arn
  }
}`,
  },
  source: 'https://docs.aws.amazon.com/opensearch-service/latest/developerguide/cognito-auth.html',
  links: ['https://docs.aws.amazon.com/opensearch-service/latest/developerguide/saml.html'],
  over: 'domains',
  needs: ['details'],
  judge: ({ name, details: { settled, cognito, saml } }) => {
    if (!settled) return []
    if (saml) return pass(`Domain ${name} uses SAML authentication for OpenSearch Dashboards.`)
    return known(cognito)
      ? pass(`Domain ${name} uses Cognito authentication for OpenSearch Dashboards.`)
      : fail(
          `Domain ${name} uses neither Cognito nor SAML authentication for OpenSearch Dashboards.`,
        )
  },
})
