import { fail, pass } from '../../../kit/index.ts'
import { check, known } from './resources.ts'

export default check({
  id: 'opensearch_service_domains_access_control_enabled',
  title: 'Domain knows its users and their rights',
  description:
    'Reads whether fine-grained access control is on, so that each user sees only certain indexes, documents and fields.',
  risk: 'Whoever gets past the domain’s policy may read and change every index.',
  decision:
    'Passes when fine-grained access control is on and its migration period, in which requests without a user are still served, is over. Fails when it is off or when that period lasts. An answer without the setting gives no verdict but a gap in coverage, and a domain that is being created or deleted has no verdict.',
  fix: {
    text: 'Turn on fine-grained access control and map users to roles.',
    console: [
      'Open Amazon OpenSearch Service, choose Domains, and choose the domain.',
      'Choose Actions and Edit security configuration.',
      'Choose Enable fine-grained access control, name the main user, and choose Save changes.',
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
      return fail(`The domain ${name} has no fine-grained access control.`)
    return anonymous
      ? fail(`The domain ${name} still serves requests without a user, in its migration period.`)
      : pass(`The domain ${name} has fine-grained access control.`)
  },
})
