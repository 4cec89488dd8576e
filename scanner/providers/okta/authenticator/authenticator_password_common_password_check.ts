import { fail, pass } from '../../../kit/index.ts'
import { unlessDirectory } from './directories.ts'
import { check } from './resources.ts'

export default check({
  id: 'authenticator_password_common_password_check',
  title: 'Password policy rejects common passwords',
  description:
    'Reads whether each active password policy compares new passwords with a list of common passwords.',
  risk: 'Attackers try lists of common passwords against every account. Such a list usually matches at least one account.',
  decision:
    'Fails if the policy accepts passwords from the list of common passwords. Passes if it rejects them. MANUAL for passwords that are stored in a directory, whose own list must be reviewed.',
  fix: {
    text: 'Turn on the restriction of common passwords.',
    console: [
      'Open Security > Authenticators, and choose Actions > Edit for Password.',
      'Edit the policy, and select Restrict use of common passwords.',
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
        ? pass(`The policy “${name}” rejects common passwords.`)
        : fail(`The policy “${name}” accepts common passwords.`),
    )
  },
})
