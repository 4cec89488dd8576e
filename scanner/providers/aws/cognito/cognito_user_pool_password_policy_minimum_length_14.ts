import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'cognito_user_pool_password_policy_minimum_length_14',
  title: 'Passwords of the pool have 14 characters or more',
  description: 'Reads how short a new password of each user pool may be.',
  risk: 'Short passwords are guessed, or found from their hashes, in hours.',
  decision:
    'Passes when the policy asks for 14 characters or more, fails when for fewer. Passwords that were set under an older policy are not seen.',
  fix: {
    text: 'Ask for at least 14 characters.',
    console: [
      'Open Amazon Cognito, choose User pools, and choose the pool.',
      'Choose Authentication methods, and under Password policy choose Edit.',
      'Choose Custom, put 14 as the Password minimum length, and choose Save changes.',
      'The command resets what it is not given: put into the file every setting that describe-user-pool shows and this command takes, with MinimumLength 14 beside the other rules of PasswordPolicy.',
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
      ? pass(`Passwords of the pool ${name} have ${passwords.length} characters or more.`)
      : fail(`Passwords of the pool ${name} may have ${passwords.length} characters.`),
})
