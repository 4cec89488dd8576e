import { fail, pass } from '../../../kit/index.ts'
import { unlessDirectory } from './directories.ts'
import { check } from './resources.ts'

export default check({
  id: 'authenticator_password_common_password_check',
  title: 'Password policy refuses common passwords',
  description:
    'Reads whether each active password policy compares new passwords with those that many people have.',
  risk: 'A list of a few thousand passwords opens some account in almost every organization.',
  decision:
    'Fails when the policy takes passwords from the list of common ones, and passes when it refuses them. MANUAL for passwords that a directory holds, whose own list people have to look at.',
  fix: {
    text: 'Let the policy restrict the use of common passwords.',
    console: [
      'Open Security > Authenticators, and choose Actions > Edit for Password.',
      'Edit the policy, and tick Restrict use of common passwords.',
      'Choose Update policy.',
    ],
    cli: null,
    terraform: `resource "okta_policy_password" "employees" {
  name                       = "Employees"
  groups_included            = [okta_group.employees.id]
  password_dictionary_lookup = true
}`,
  },
  source:
    'https://help.okta.com/oie/en-us/content/topics/identity-engine/authenticators/configure-password.htm',
  over: 'policies',
  needs: ['password'],
  judge: (policy) => {
    const { name, password } = policy
    return unlessDirectory(policy, password, () =>
      password.excludes_common
        ? pass(`The policy “${name}” refuses common passwords.`)
        : fail(`The policy “${name}” takes common passwords.`),
    )
  },
})
