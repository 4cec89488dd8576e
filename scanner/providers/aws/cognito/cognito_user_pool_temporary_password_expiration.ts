import { fail, pass } from '../../../kit/index.ts'
import { check, known } from './resources.ts'

export default check({
  id: 'cognito_user_pool_temporary_password_expiration',
  title: 'First passwords of the pool expire within a week',
  description:
    'Reads for how many days a password that an administrator gave may be used to sign in for the first time.',
  risk: 'First passwords travel by mail, and one that waits unused for months is found by others.',
  decision:
    'Passes when temporary passwords are valid for seven days or fewer, fails when for longer. An answer without the number gives a gap in coverage.',
  fix: {
    text: 'Let temporary passwords expire after seven days at most.',
    console: [
      'Open Amazon Cognito, choose User pools, and choose the pool.',
      'Choose Authentication methods, and under Password policy choose Edit.',
      'Put 7 or fewer under Temporary passwords set by administrators expire in, and choose Save changes.',
      'The command resets what it is not given: put into the file every setting that describe-user-pool shows and this command takes, with TemporaryPasswordValidityDays 7 in PasswordPolicy, in place of UnusedAccountValidityDays.',
    ],
    cli: 'aws cognito-idp update-user-pool --user-pool-id <pool> --cli-input-json file://pool-with-short-lived-passwords.json',
    terraform: `resource "aws_cognito_user_pool" "staff" {
  name = "staff"

  password_policy {
    minimum_length                   = 14
    temporary_password_validity_days = 7
  }
}`,
  },
  source: 'https://docs.aws.amazon.com/cognito/latest/developerguide/managing-users-passwords.html',
  over: 'pools',
  needs: ['details'],
  judge: ({ name, details: { passwords } }) => {
    const days = known(passwords.temporary_days)
    return days > 7
      ? fail(`First passwords of the pool ${name} are valid for ${days} days.`)
      : pass(`First passwords of the pool ${name} are valid for ${days} days.`)
  },
})
