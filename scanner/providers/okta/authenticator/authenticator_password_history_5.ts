import { fail, pass } from '../../../kit/index.ts'
import { unlessDirectory } from './directories.ts'
import { check } from './resources.ts'

export default check({
  id: 'authenticator_password_history_5',
  title: 'Password policy remembers at least five passwords',
  description: 'Reads how many previous passwords each active password policy rejects.',
  risk: 'Users can reuse an old password, including one that was leaked.',
  decision:
    'Fails if the policy remembers fewer than five passwords. Passes if it remembers five or more. MANUAL if the passwords are stored in a directory.',
  fix: {
    text: 'Set the password history to at least five passwords.',
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
