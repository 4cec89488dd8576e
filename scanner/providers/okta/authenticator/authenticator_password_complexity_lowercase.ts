import { fail, pass } from '../../../kit/index.ts'
import { unlessDirectory } from './directories.ts'
import { check } from './resources.ts'

export default check({
  id: 'authenticator_password_complexity_lowercase',
  title: 'Password policy asks for a lower-case letter',
  description: 'Reads how many lower-case letters each active password policy asks for.',
  risk: 'Passwords out of capital letters and digits alone have far fewer forms to try.',
  decision:
    'Passes when the policy asks for one lower-case letter at least, and fails when it asks for none. Where a directory holds the passwords, people have to look there: MANUAL.',
  fix: {
    text: 'Tick the lower-case letter among the complexity requirements of the policy.',
    console: [
      'Open Security > Authenticators, and choose Actions > Edit for Password.',
      'Edit the policy, and tick Lower case letter under Complexity requirements.',
      'Choose Update policy.',
    ],
    cli: null,
    terraform: `resource "okta_policy_password" "employees" {
  name                   = "Employees"
  groups_included        = [okta_group.employees.id]
  password_min_lowercase = 1
}`,
  },
  source:
    'https://help.okta.com/oie/en-us/content/topics/identity-engine/authenticators/configure-password.htm',
  over: 'policies',
  needs: ['password'],
  judge: (policy) => {
    const { name, password } = policy
    return unlessDirectory(policy, password, () =>
      password.min_lowercase >= 1
        ? pass(`The policy “${name}” asks for a lower-case letter.`)
        : fail(`The policy “${name}” asks for no lower-case letter.`),
    )
  },
})
