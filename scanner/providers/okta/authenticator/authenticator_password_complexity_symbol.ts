import { fail, pass } from '../../../kit/index.ts'
import { unlessDirectory } from './directories.ts'
import { check } from './resources.ts'

export default check({
  id: 'authenticator_password_complexity_symbol',
  title: 'Password policy of the organization asks for a symbol',
  description:
    'Reads whether each active password policy asks for a sign that is neither letter nor digit.',
  risk: 'Passwords of letters and digits are the ones that tables of hashes hold.',
  decision:
    'Passes when the policy asks for a symbol or more; fails when it asks for none. MANUAL when the policy is for passwords of Active Directory or LDAP.',
  fix: {
    text: 'Tick the symbol among what the policy asks of passwords.',
    console: [
      'Open Security > Authenticators, and choose Actions > Edit for Password.',
      'Choose Edit for the policy, and tick Symbol.',
      'Keep it with Update policy.',
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
        ? pass(`The policy “${name}” asks for a symbol.`)
        : fail(`The policy “${name}” takes passwords without a symbol.`),
    )
  },
})
