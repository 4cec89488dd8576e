import { fail, pass } from '../../../kit/index.ts'
import { unlessDirectory } from './directories.ts'
import { check } from './resources.ts'

export default check({
  id: 'authenticator_password_minimum_length_15',
  title: 'Password policy asks for 15 characters',
  description: 'Reads the minimum length of passwords by each active password policy.',
  risk: 'Short passwords fall to guessing within hours once their hashes have leaked, and to lists before that.',
  decision:
    'Fails when the policy takes passwords of fewer than 15 characters, and passes when it does not. MANUAL for policies of Active Directory and LDAP, which judge their own passwords. Each policy is judged by itself, whomever it is for; inactive ones are not.',
  fix: {
    text: 'Set the minimum length of passwords to 15 in every active password policy.',
    console: [
      'Open Security > Authenticators, and choose Actions > Edit for Password.',
      'Edit the policy, and enter 15 as Minimum length.',
      'Choose Update policy; people meet the new length when they next change their passwords.',
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
        ? pass(`The policy “${name}” asks for ${password.min_length} characters.`)
        : fail(
            `The policy “${name}” takes passwords of ${password.min_length} characters, fewer than 15.`,
          ),
    )
  },
})
