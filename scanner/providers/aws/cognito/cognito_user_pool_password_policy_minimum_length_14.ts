import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'cognito_user_pool_password_policy_minimum_length_14',
  title: 'Cognito user pool requires passwords of at least 14 characters',
  description: 'Reads the minimum password length of each user pool.',
  risk: 'Short passwords can be guessed, or cracked from their hashes within hours.',
  decision:
    'Passes if the policy requires at least 14 characters. Fails if it requires fewer. Passwords that were set under an older policy are not visible.',
  fix: {
    text: 'Require at least 14 characters.',
    console: [
      'Open Amazon Cognito, choose User pools, and choose the pool.',
      'Choose Authentication methods, and under Password policy, choose Edit.',
      'Choose Custom, enter 14 for Password minimum length, and choose Save changes.',
      'The command resets all settings that it does not receive: put every setting from describe-user-pool that the command supports into the file for --cli-input-json, with MinimumLength 14 and the other rules of PasswordPolicy.',
    ],
    cli: 'aws cognito-idp update-user-pool --user-pool-id <pool> --cli-input-json file://pool-with-long-passwords.json',
    terraform: `resource "aws_cognito_user_pool" "customers" {
  name = "customers"

  password_policy {
    minimum_length = 14
  }
}`,
  },
  source: 'https://docs.aws.amazon.com/cognito/latest/developerguide/managing-users-passwords.html',
  over: 'pools',
  needs: ['details'],
  judge: ({ name, details: { passwords } }) =>
    passwords.length >= 14
      ? pass(`The pool ${name} requires passwords of at least ${passwords.length} characters.`)
      : fail(`The pool ${name} accepts passwords of ${passwords.length} characters.`),
})
