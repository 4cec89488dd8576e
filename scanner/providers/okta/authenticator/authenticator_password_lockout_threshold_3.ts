import { fail, pass } from '../../../kit/index.ts'
import { unlessDirectory } from './directories.ts'
import { check } from './resources.ts'

export default check({
  id: 'authenticator_password_lockout_threshold_3',
  title: 'Password policy locks accounts after three failures',
  description: 'Reads after how many wrong passwords each active password policy locks an account.',
  risk: 'An account that never locks can be guessed at for as long as somebody likes.',
  decision:
    'Fails when the policy never locks an account or does so only after more than three failures, and passes when it locks it by the third. MANUAL for policies of passwords that a directory holds.',
  fix: {
    text: 'Lock accounts after three wrong passwords.',
    console: [
      'Open Security > Authenticators, and choose Actions > Edit for Password.',
      'Edit the policy, and enter 3 for Lock out user after … unsuccessful attempts.',
      'Choose how accounts are unlocked again, then Update policy.',
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
