import { fail, pass } from '../../../kit/index.ts'
import { unlessDirectory } from './directories.ts'
import { check } from './resources.ts'

export default check({
  id: 'authenticator_password_minimum_age_24h',
  title: 'Password policy keeps a new password for a day',
  description: 'Reads how soon a password may be changed again, by each active password policy.',
  risk: 'Whoever changes his password six times in a row is back at the old one, whatever the history remembers.',
  decision:
    'Fails when a new password may be changed within 24 hours, and passes when it may not. MANUAL for passwords that Active Directory or LDAP holds.',
  fix: {
    text: 'Set the minimum age of passwords to 24 hours.',
    console: [
      'Open Security > Authenticators, and choose Actions > Edit for Password.',
      'Edit the policy, and enter 24 hours for Minimum password age is.',
      'Choose Update policy.',
    ],
    cli: null,
    terraform: `resource "okta_policy_password" "employees" {
  name                     = "Employees"
  groups_included          = [okta_group.employees.id]
  password_min_age_minutes = 1440
}`,
  },
  source:
    'https://help.okta.com/oie/en-us/content/topics/identity-engine/authenticators/configure-password.htm',
  over: 'policies',
  needs: ['password'],
  judge: (policy) => {
    const { name, password } = policy
    return unlessDirectory(policy, password, () =>
      password.min_age_minutes >= 1_440
        ? pass(`The policy “${name}” keeps a new password for ${password.min_age_minutes} minutes.`)
        : fail(
            `The policy “${name}” lets a new password be changed after ${password.min_age_minutes} minutes, sooner than 1440.`,
          ),
    )
  },
})
