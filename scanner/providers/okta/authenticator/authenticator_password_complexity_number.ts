import { fail, pass } from '../../../kit/index.ts'
import { unlessDirectory } from './directories.ts'
import { check } from './resources.ts'

export default check({
  id: 'authenticator_password_complexity_number',
  title: 'Password policy requires a digit',
  description: 'Reads whether each active password policy requires a digit.',
  risk: 'Password guessing starts with plain words, which contain no digits.',
  decision:
    'Fails if the policy accepts passwords without a digit. Passes if it requires at least one. MANUAL if the policy applies to passwords that are stored in a directory.',
  fix: {
    text: 'Select the number requirement in each password policy.',
    console: [
      'Open Security > Authenticators, and choose Actions > Edit for Password.',
      'Edit the policy, and select Number (0-9).',
      'Choose Update policy, and repeat these steps for the other active policies.',
    ],
    cli: null,
    terraform: `resource "okta_policy_password" "employees" {
  name                = "Employees"
  groups_included     = [okta_group.employees.id]
  password_min_number = 1
}`,
  },
  source:
    'https://help.okta.com/oie/en-us/content/topics/identity-engine/authenticators/configure-password.htm',
  over: 'policies',
  needs: ['password'],
  judge: (policy) => {
    const { name, password } = policy
    return unlessDirectory(policy, password, () =>
      password.min_number >= 1
        ? pass(`The policy “${name}” requires a digit.`)
        : fail(`The policy “${name}” accepts passwords without a digit.`),
    )
  },
})
