import { fail, pass } from '../../../kit/index.ts'
import { unlessDirectory } from './directories.ts'
import { check } from './resources.ts'

export default check({
  id: 'authenticator_password_complexity_lowercase',
  title: 'Password policy requires a lowercase letter',
  description: 'Reads the minimum number of lowercase letters in each active password policy.',
  risk: 'Passwords of uppercase letters and digits have far fewer combinations to guess.',
  decision:
    'Passes if the policy requires at least one lowercase letter. Fails if it requires none. MANUAL if the passwords are stored in a directory, whose policy must be reviewed.',
  fix: {
    text: 'Select the lowercase letter requirement in the password policy.',
    console: [
      'Open Security > Authenticators, and choose Actions > Edit for Password.',
      'Edit the policy, and select Lower case letter under Complexity requirements.',
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
        ? pass(`The policy “${name}” requires a lowercase letter.`)
        : fail(`The policy “${name}” does not require a lowercase letter.`),
    )
  },
})
