import { fail, pass } from '../../../kit/index.ts'
import { check, known } from './resources.ts'

export default check({
  id: 'opensearch_service_domains_internal_user_database_enabled',
  title: 'OpenSearch domain does not use the internal user database',
  description:
    'Reads whether each domain stores users and passwords in its internal user database instead of IAM or an identity provider.',
  risk: 'Passwords in the internal user database have no MFA and remain valid after users leave.',
  decision:
    'Fails if fine-grained access control is on with the internal user database. Passes if that database is off, or if fine-grained access control is off, because the database then cannot be used. A domain without these settings in the response is reported as a coverage gap. A domain that is being created or deleted gives no finding.',
  fix: {
    text: 'Authenticate users with IAM, SAML or Cognito, and turn off the internal user database.',
    console: [
      'Open Amazon OpenSearch Service, choose Domains, and choose the domain.',
      'Choose Actions and Edit security configuration.',
      'Under Fine-grained access control, choose Set IAM ARN as main user.',
      'Configure SAML or Cognito for OpenSearch Dashboards, and choose Save changes.',
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
      ? fail(`Domain ${name} uses the internal user database.`)
      : pass(`Domain ${name} does not use the internal user database.`)
  },
})
