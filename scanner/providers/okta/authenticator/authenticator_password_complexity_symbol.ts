import { fail, pass } from '../../../kit/index.ts'
import { unlessDirectory } from './directories.ts'
import { check } from './resources.ts'

export default check({
  id: 'authenticator_password_complexity_symbol',
  title: 'Password policy requires a symbol',
  description:
    'Reads whether each active password policy requires a character that is not a letter or a digit.',
  risk: 'Passwords that contain only letters and digits are common in precomputed hash tables.',
  decision:
    'Passes if the policy requires at least one symbol. Fails if it requires none. MANUAL if the policy applies to passwords in Active Directory or LDAP.',
  fix: {
    text: 'Select the symbol requirement in the password policy.',
    console: [
      'Open Security > Authenticators, and choose Actions > Edit for Password.',
      'Choose Edit for the policy, and select Symbol.',
      'Choose Update policy to save the change.',
    ],
    cli: null,
    terraform: `resource "okta_policy_password" "employees" {
  name                = "Employees"
  groups_included     = [okta_group.employees.id]
  password_min_symbol = 1
}`,
  },
  source:
    'https://help.okta.com/oie/en-us/content/topics/identity-engine/authenticators/configure-password.htm',
  over: 'policies',
  needs: ['password'],
  judge: (policy) => {
    const { name, password } = policy
    return unlessDirectory(policy, password, () =>
      password.min_symbol >= 1
        ? pass(`The policy “${name}” requires a symbol.`)
        : fail(`The policy “${name}” accepts passwords without a symbol.`),
    )
  },
})
