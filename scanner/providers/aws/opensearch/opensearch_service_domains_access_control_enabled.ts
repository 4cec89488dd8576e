import { fail, pass } from '../../../kit/index.ts'
import { check, known } from './resources.ts'

export default check({
  id: 'opensearch_service_domains_access_control_enabled',
  title: 'OpenSearch domain has fine-grained access control enabled',
  description:
    'Reads whether fine-grained access control is on. It restricts each user to certain indexes, documents and fields.',
  risk: 'A principal that the domain’s access policy allows can read and change every index.',
  decision:
    'Passes if fine-grained access control is on and its migration period has ended. In the migration period, requests without a user are accepted. Fails if fine-grained access control is off, or during the migration period. A domain without this setting in the response is reported as a coverage gap. A domain that is being created or deleted gives no finding.',
  fix: {
    text: 'Turn on fine-grained access control and map users to roles.',
    console: [
      'Open Amazon OpenSearch Service, choose Domains, and choose the domain.',
      'Choose Actions and Edit security configuration.',
      'Choose Enable fine-grained access control, enter the main user, and choose Save changes.',
      'Map users to roles in OpenSearch Dashboards, and end the migration period.',
    ],
    cli: 'aws opensearch update-domain-config --domain-name <domain> --advanced-security-options \'{"Enabled":true,"MasterUserOptions":{"MasterUserARN":"<role>"}}\'',
    terraform: `resource "aws_opensearch_domain" "search" {
  domain_name    = "search"
  engine_version = "OpenSearch_2.19"

  advanced_security_options {
    enabled = true
    master_user_options {
      master_user_arn = aws_iam_role.search_admin.arn
    }
  }
}`,
  },
  source: 'https://docs.aws.amazon.com/opensearch-service/latest/developerguide/fgac.html',
  over: 'domains',
  needs: ['details'],
  judge: ({ name, details: { settled, access_control, anonymous } }) => {
    if (!settled) return []
    if (!known(access_control))
      return fail(`Domain ${name} does not have fine-grained access control enabled.`)
    return anonymous
      ? fail(`Domain ${name} still accepts requests without a user in its migration period.`)
      : pass(`Domain ${name} has fine-grained access control enabled.`)
  },
})
