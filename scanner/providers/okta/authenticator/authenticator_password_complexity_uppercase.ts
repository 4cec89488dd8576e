import { fail, pass } from '../../../kit/index.ts'
import { unlessDirectory } from './directories.ts'
import { check } from './resources.ts'

export default check({
  id: 'authenticator_password_complexity_uppercase',
  title: 'Password policy requires an uppercase letter',
  description: 'Reads the minimum number of uppercase letters in each active password policy.',
  risk: 'Passwords of lowercase letters are often in the word lists that attackers try first.',
  decision:
    'Passes if the policy requires at least one uppercase letter. Fails if it requires none. MANUAL if the passwords of the policy are stored in Active Directory or LDAP.',
  fix: {
    text: 'Select the uppercase letter requirement in the password policy.',
    console: [
      'Open Security > Authenticators, and choose Actions > Edit for Password.',
      'Choose the policy, then Edit, and select Upper case letter.',
      'Choose Update policy.',
    ],
    cli: null,
    terraform: `resource "okta_policy_password" "employees" {
  name                   = "Employees"
  groups_included        = [okta_group.employees.id]
  password_min_uppercase = 1
}`,
  },
  source:
    'https://help.okta.com/oie/en-us/content/topics/identity-engine/authenticators/configure-password.htm',
  over: 'policies',
  needs: ['password'],
  judge: (policy) => {
    const { name, password } = policy
    return unlessDirectory(policy, password, () =>
      password.min_uppercase >= 1
        ? pass(`The policy “${name}” requires an uppercase letter.`)
        : fail(`The policy “${name}” does not require an uppercase letter.`),
    )
  },
})
