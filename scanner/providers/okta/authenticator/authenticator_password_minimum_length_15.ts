import { fail, pass } from '../../../kit/index.ts'
import { unlessDirectory } from './directories.ts'
import { check } from './resources.ts'

export default check({
  id: 'authenticator_password_minimum_length_15',
  title: 'Password policy requires at least 15 characters',
  description: 'Reads the minimum password length of each active password policy.',
  risk: 'Short passwords can be guessed, or cracked within hours if their hashes leak.',
  decision:
    'Fails if the policy accepts passwords of fewer than 15 characters. Passes if it does not. MANUAL for policies of Active Directory and LDAP, which enforce their own password rules. Each active policy is evaluated separately, regardless of the groups it applies to. Inactive policies are not evaluated.',
  fix: {
    text: 'Set the minimum password length to 15 in every active password policy.',
    console: [
      'Open Security > Authenticators, and choose Actions > Edit for Password.',
      'Edit the policy, and enter 15 for Minimum length.',
      'Choose Update policy. The new length applies when users next change their passwords.',
    ],
    cli: null,
    terraform: `resource "okta_policy_password" "employees" {
  name                = "Employees"
  groups_included     = [okta_group.employees.id]
  password_min_length = 15
}`,
  },
  source:
    'https://help.okta.com/oie/en-us/content/topics/identity-engine/authenticators/configure-password.htm',
  links: ['https://developer.okta.com/docs/api/openapi/okta-management/management/tag/Policy/'],
  over: 'policies',
  needs: ['password'],
  judge: (policy) => {
    const { name, password } = policy
    return unlessDirectory(policy, password, () =>
      password.min_length >= 15
        ? pass(`The policy “${name}” requires ${password.min_length} characters.`)
        : fail(
            `The policy “${name}” accepts passwords of ${password.min_length} characters, fewer than 15.`,
          ),
    )
  },
})
