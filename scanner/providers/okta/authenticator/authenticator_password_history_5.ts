import { fail, pass } from '../../../kit/index.ts'
import { unlessDirectory } from './directories.ts'
import { check } from './resources.ts'

export default check({
  id: 'authenticator_password_history_5',
  title: 'Password policy remembers five passwords',
  description: 'Reads how many former passwords each active password policy refuses.',
  risk: 'Whoever may take up an old password again does, and the one that leaked last year opens the account once more.',
  decision:
    'Fails when the policy remembers fewer than five passwords, and passes when it remembers five or more. MANUAL where a directory holds the passwords.',
  fix: {
    text: 'Let the policy remember the last five passwords at least.',
    console: [
      'Open Security > Authenticators, and choose Actions > Edit for Password.',
      'Edit the policy, and enter 5 for Enforce password history for last … passwords.',
      'Choose Update policy.',
    ],
    cli: null,
    terraform: `resource "okta_policy_password" "employees" {
  name                   = "Employees"
  groups_included        = [okta_group.employees.id]
  password_history_count = 5
}`,
  },
  source:
    'https://help.okta.com/oie/en-us/content/topics/identity-engine/authenticators/configure-password.htm',
  over: 'policies',
  needs: ['password'],
  judge: (policy) => {
    const { name, password } = policy
    return unlessDirectory(policy, password, () =>
      password.history_count >= 5
        ? pass(`The policy “${name}” remembers ${password.history_count} passwords.`)
        : fail(`The policy “${name}” remembers ${password.history_count} passwords, fewer than 5.`),
    )
  },
})
