import { fail, pass } from '../../../kit/index.ts'
import { check, known } from './resources.ts'

export default check({
  id: 'opensearch_service_domains_use_cognito_authentication_for_kibana',
  title: 'Dashboards of the domain ask who somebody is',
  description:
    'Reads whether users of the dashboards of each domain sign in by Amazon Cognito or by an identity provider over SAML.',
  risk: 'Whoever reaches the dashboards works with them without a name, or with a shared password.',
  decision:
    'Passes when Cognito is enabled for the dashboards, or SAML is. Fails when neither is. An answer without the setting gives no verdict but a gap in coverage, and a domain that is being created or deleted has no verdict.',
  fix: {
    text: 'Set up Cognito or SAML for the dashboards.',
    console: [
      'Open Amazon OpenSearch Service, choose Domains, and choose the domain.',
      'Choose Actions and Edit security configuration.',
      'Under Amazon Cognito authentication choose Enable, with the user pool, the identity pool and the role, or set up SAML authentication.',
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
    if (saml) return pass(`The dashboards of the domain ${name} sign users in over SAML.`)
    return known(cognito)
      ? pass(`The dashboards of the domain ${name} sign users in by Cognito.`)
      : fail(`The dashboards of the domain ${name} use neither Cognito nor SAML.`)
  },
})
