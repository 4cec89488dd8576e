import { fail, pass } from '../../../kit/index.ts'
import { check, known } from './resources.ts'

export default check({
  id: 'opensearch_service_domains_internal_user_database_enabled',
  title: 'Domain keeps no user database of its own',
  description:
    'Reads whether users and passwords of each domain live inside it instead of in IAM or an identity provider.',
  risk: 'Passwords kept in the domain have no second factor, and stay there when somebody leaves.',
  decision:
    'Fails when fine-grained access control is on with the internal user database. Passes when that database is off, and when fine-grained access control is off, because then it cannot be used. An answer without the settings gives no verdict but a gap in coverage, and a domain that is being created or deleted has no verdict.',
  fix: {
    text: 'Sign users in by IAM, SAML or Cognito, and turn the internal user database off.',
    console: [
      'Open Amazon OpenSearch Service, choose Domains, and choose the domain.',
      'Choose Actions and Edit security configuration.',
      'Under Fine-grained access control, choose Set IAM ARN as main user.',
      'Set up SAML or Cognito for the dashboards, and choose Save changes.',
    ],
    cli: 'aws opensearch update-domain-config --domain-name <domain> --advanced-security-options \'{"InternalUserDatabaseEnabled":false,"MasterUserOptions":{"MasterUserARN":"<role>"}}\'',
    terraform: `resource "aws_opensearch_domain" "search" {
  domain_name    = "search"
  engine_version = "OpenSearch_2.19"

  advanced_security_options {
    enabled                        = true
    internal_user_database_enabled = false
    master_user_options {
      master_user_arn = aws_iam_role.search_admin.arn
    }
  }
}`,
  },
  source: 'https://docs.aws.amazon.com/opensearch-service/latest/developerguide/fgac.html',
  links: ['https://docs.aws.amazon.com/opensearch-service/latest/developerguide/saml.html'],
  over: 'domains',
  needs: ['details'],
  judge: ({ name, details: { settled, access_control, internal_users } }) => {
    if (!settled) return []
    return known(access_control) && known(internal_users)
      ? fail(`The domain ${name} keeps users and passwords in a database of its own.`)
      : pass(`The domain ${name} keeps no user database of its own.`)
  },
})
