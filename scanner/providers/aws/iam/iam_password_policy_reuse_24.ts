import { fail, pass } from '../../../kit/index.ts'
import { setting, source } from './password-rules.ts'
import { check } from './resources.ts'

export default check({
  id: 'iam_password_policy_reuse_24',
  title: 'IAM password policy prevents reuse of the last 24 passwords',
  description:
    'Reads how many previous passwords the account’s password policy prevents IAM users from reusing.',
  risk: 'Users can return to an old password that has been leaked.',
  decision:
    'Fails if reuse of fewer than 24 passwords is prevented, if reuse is not prevented, or if the account has no password policy. Passes at 24, which is the IAM maximum.',
  fix: {
    text: 'Set password reuse prevention to 24 passwords.',
    console: [
      'Open IAM, choose Account settings, and under Password policy choose Edit.',
      'Choose Custom, select Prevent password reuse, and set it to 24 passwords.',
      'Choose Save changes.',
      'The command and Terraform set every rule of the policy, not only this one. Enter your own values first.',
    ],
    ...setting('password_reuse_prevention'),
  },
  source,
  over: 'passwordPolicies',
  needs: ['rules'],
  judge({ name, rules }) {
    if (!rules)
      return fail(`Account ${name} has no password policy, so password reuse is not prevented.`)
    const { remembered } = rules
    const sentence = `The password policy of account ${name} prevents reuse of the last ${remembered} ${remembered === 1 ? 'password' : 'passwords'}.`
    return remembered >= 24 ? pass(sentence) : fail(sentence)
  },
})
