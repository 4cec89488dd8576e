import { fail, pass } from '../../../kit/index.ts'
import { unlessDirectory } from './directories.ts'
import { check } from './resources.ts'

export default check({
  id: 'authenticator_password_complexity_number',
  title: 'Password policy of the organization asks for a digit',
  description: 'Reads whether a new password needs a digit, by each active password policy.',
  risk: 'Plain words are what guessing begins with, and they need no digit.',
  decision:
    'Fails when the policy takes passwords without a digit, and passes when it asks for one or more. MANUAL for a policy of passwords that a directory holds.',
  fix: {
    text: 'Tick the number among the complexity requirements of each policy.',
    console: [
      'Open Security > Authenticators, and choose Actions > Edit for Password.',
      'Edit the policy, and tick Number (0-9).',
      'Choose Update policy, and repeat it for the other active policies.',
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
        ? pass(`The policy “${name}” asks for a digit.`)
        : fail(`The policy “${name}” takes passwords without a digit.`),
    )
  },
})
