import { fail, pass } from '../../../kit/index.ts'
import { unlessDirectory } from './directories.ts'
import { check } from './resources.ts'

export default check({
  id: 'authenticator_password_lockout_threshold_3',
  title: 'Password policy locks accounts after three failed attempts',
  description:
    'Reads the number of failed attempts after which each active password policy locks an account.',
  risk: 'Without a lockout, attackers can guess the password of an account without limit.',
  decision:
    'Fails if the policy never locks an account, or locks it only after more than three failed attempts. Passes if it locks the account after three or fewer. MANUAL for policies of passwords that are stored in a directory.',
  fix: {
    text: 'Lock accounts after three failed attempts.',
    console: [
      'Open Security > Authenticators, and choose Actions > Edit for Password.',
      'Edit the policy, and enter 3 for Lock out user after … unsuccessful attempts.',
      'Choose how accounts are unlocked, then Update policy.',
    ],
    cli: null,
    terraform: `resource "okta_policy_password" "employees" {
  name                          = "Employees"
  groups_included               = [okta_group.employees.id]
  password_max_lockout_attempts = 3
}`,
  },
  source:
    'https://help.okta.com/oie/en-us/content/topics/identity-engine/authenticators/configure-password.htm',
  over: 'policies',
  needs: ['password'],
  judge: (policy) => {
    const { name, password } = policy
    return unlessDirectory(policy, password, () =>
      password.max_attempts > 0 && password.max_attempts <= 3
        ? pass(
            `The policy “${name}” locks an account after ${password.max_attempts} wrong passwords.`,
          )
        : fail(
            `The policy “${name}” ${password.max_attempts === 0 ? 'never locks an account' : `locks an account only after ${password.max_attempts} wrong passwords`}.`,
          ),
    )
  },
})
