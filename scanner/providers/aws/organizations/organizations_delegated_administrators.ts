import { fail, manual, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'organizations_delegated_administrators',
  title: 'Delegated administrators are those you trust',
  description:
    'Asks the management account of an organisation which other accounts administer a service for all its members, and compares them with those that you named.',
  risk: 'A delegated administrator reads, and for some services changes, every account: whoever breaks into it has the organisation.',
  decision:
    'Asked of the management account only. Passes when no account is a delegated administrator, and when each that is stands in `organizations_trusted_delegated_administrators`, which is empty unless configured. Fails when one does not. In a member account the finding is MANUAL, for only the management account is given the list. An account without an organisation is not judged.',
  fix: {
    text: 'Take away the delegation of accounts that nobody named, and name those that are meant in the configuration of the scan.',
    console: [
      'Sign in to the management account, open AWS Organizations, and choose Services, or the settings of the service that delegates.',
      'Look which account each service has as its delegated administrator.',
      'Deregister the one that is not meant, in the settings of that service.',
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
        `Only ${organization.management}, which manages the organisation of ${name}, sees its delegated administrators.`,
      )
    }
    const trusted = config.organizations_trusted_delegated_administrators
    const strangers = delegated.filter(({ id }) => !trusted.includes(id))
    if (strangers.length > 0) {
      const named = strangers.map((it) => `${it.id} (${it.name})`).join(', ')
      return fail(`Delegated administrators of ${organization.id} that nobody named: ${named}.`)
    }
    return pass(
      delegated.length > 0
        ? `All ${delegated.length} delegated administrators of ${organization.id} are named as trusted.`
        : `No account is a delegated administrator of ${organization.id}.`,
    )
  },
})
