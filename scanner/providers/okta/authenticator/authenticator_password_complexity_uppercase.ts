import { fail, pass } from '../../../kit/index.ts'
import { unlessDirectory } from './directories.ts'
import { check } from './resources.ts'

export default check({
  id: 'authenticator_password_complexity_uppercase',
  title: 'Password policy asks for a capital letter',
  description:
    'Reads how many capital letters a new password needs by each active password policy.',
  risk: 'Where only small letters are asked for, lists of common words are tried first and often fit.',
  decision:
    'Passes when the policy asks for one capital letter at least. Fails when it asks for none. MANUAL where Active Directory or LDAP holds the passwords that the policy is for.',
  fix: {
    text: 'Tick the upper-case letter among the requirements of the password policy.',
    console: [
      'Open Security > Authenticators, and choose Actions > Edit for Password.',
      'Choose the policy, then Edit, and tick Upper case letter.',
      'Save it with Update policy.',
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
        ? pass(`The policy “${name}” asks for a capital letter.`)
        : fail(`The policy “${name}” asks for no capital letter.`),
    )
  },
})
