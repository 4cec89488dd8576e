import { fail, manual, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'organizations_delegated_administrators',
  title: 'Organization has only trusted delegated administrators',
  description:
    'Reads from the management account which accounts are delegated administrators of a service, and compares them with the configured list of trusted accounts.',
  risk: 'A delegated administrator can read every account of the organization and, for some services, change it. An attacker who compromises it can access the organization.',
  decision:
    'Fails if the management account has a delegated administrator that is not in `organizations_trusted_delegated_administrators`, which is empty by default. Passes in the management account if there are no delegated administrators, or if all of them are in this list. MANUAL in a member account, because only the management account can read the list. An account without an organization gives no finding.',
  fix: {
    text: 'Deregister delegated administrators that are not intended, and add the intended ones to the scan configuration.',
    console: [
      'Sign in to the management account, open AWS Organizations, and choose Services, or open the settings of the service that uses delegation.',
      'See which account is the delegated administrator of each service.',
      'Deregister unintended delegated administrators in the settings of that service.',
    ],
    cli: 'aws organizations deregister-delegated-administrator --account-id <account> --service-principal <service>',
    terraform: `resource "aws_organizations_delegated_administrator" "security" {
  account_id        = "111122223333"
  service_principal = "guardduty.amazonaws.com"
}`,
  },
  source:
    'https://docs.aws.amazon.com/organizations/latest/userguide/orgs_integrate_services_list.html',
  over: 'accounts',
  needs: ['organization', 'delegated'],
  config: { organizations_trusted_delegated_administrators: [] as readonly string[] },
  judge: ({ name, organization, delegated }, { config }) => {
    if (!organization) return []
    if (!delegated) {
      return manual(
        `Only ${organization.management}, the management account of the organization of ${name}, can read its delegated administrators.`,
      )
    }
    const trusted = config.organizations_trusted_delegated_administrators
    const strangers = delegated.filter(({ id }) => !trusted.includes(id))
    if (strangers.length > 0) {
      const named = strangers.map((it) => `${it.id} (${it.name})`).join(', ')
      return fail(
        `Organization ${organization.id} has delegated administrators that are not trusted: ${named}.`,
      )
    }
    return pass(
      delegated.length > 0
        ? `All ${delegated.length} delegated administrators of organization ${organization.id} are trusted.`
        : `Organization ${organization.id} has no delegated administrators.`,
    )
  },
})
