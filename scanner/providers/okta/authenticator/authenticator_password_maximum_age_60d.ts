import { fail, pass } from '../../../kit/index.ts'
import { unlessDirectory } from './directories.ts'
import { check } from './resources.ts'

export default check({
  id: 'authenticator_password_maximum_age_60d',
  title: 'Password policy expires passwords within 60 days',
  description: 'Reads the maximum password age of each active password policy.',
  risk: 'A stolen password works until it is changed, which may never happen.',
  decision:
    'Fails if passwords never expire or expire after more than 60 days. Passes if they expire within 60 days. MANUAL for policies of Active Directory and LDAP. Some standards advise against password expiration. Exclude the check if you follow one of them.',
  fix: {
    text: 'Set passwords to expire after 60 days or less.',
    console: [
      'Open Security > Authenticators, and choose Actions > Edit for Password.',
      'Edit the policy, and enter 60 for Password expires after … days.',
      'Choose Update policy, and tell users when their passwords expire.',
    ],
    cli: null,
    terraform: `resource "okta_policy_password" "employees" {
  name                  = "Employees"
  groups_included       = [okta_group.employees.id]
  password_max_age_days = 60
}`,
  },
  source:
    'https://help.okta.com/oie/en-us/content/topics/identity-engine/authenticators/configure-password.htm',
  over: 'policies',
  needs: ['password'],
  judge: (policy) => {
    const { name, password } = policy
    return unlessDirectory(policy, password, () =>
      password.max_age_days > 0 && password.max_age_days <= 60
        ? pass(`The policy “${name}” expires passwords after ${password.max_age_days} days.`)
        : fail(
            `The policy “${name}” ${password.max_age_days === 0 ? 'never expires passwords' : `expires passwords only after ${password.max_age_days} days`}.`,
          ),
    )
  },
})
