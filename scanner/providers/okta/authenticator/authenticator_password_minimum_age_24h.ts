import { fail, pass } from '../../../kit/index.ts'
import { unlessDirectory } from './directories.ts'
import { check } from './resources.ts'

export default check({
  id: 'authenticator_password_minimum_age_24h',
  title: 'Password policy has a minimum password age of 24 hours',
  description: 'Reads the minimum password age of each active password policy.',
  risk: 'Users can change their password several times in a row to bypass the password history and reuse the old one.',
  decision:
    'Fails if a new password can be changed within 24 hours. Passes if it cannot. MANUAL for passwords that are stored in Active Directory or LDAP.',
  fix: {
    text: 'Set the minimum password age to 24 hours.',
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
        ? pass(
            `The policy “${name}” allows a new password to be changed only after ${password.min_age_minutes} minutes.`,
          )
        : fail(
            `The policy “${name}” allows a new password to be changed after ${password.min_age_minutes} minutes, less than 1440.`,
          ),
    )
  },
})
