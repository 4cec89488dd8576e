import { fail, pass } from '../../../kit/index.ts'
import { check, known } from './resources.ts'

export default check({
  id: 'cognito_user_pool_temporary_password_expiration',
  title: 'Cognito user pool expires temporary passwords within 7 days',
  description:
    'Reads how many days a temporary password of an administrator is valid for the first sign-in.',
  risk: 'Temporary passwords are sent by email. An unused one that stays valid for months can be found by an attacker.',
  decision:
    'Passes if temporary passwords are valid for at most seven days. Fails if they are valid for longer. A response without the number gives a gap in coverage.',
  fix: {
    text: 'Set temporary passwords to expire after seven days or less.',
    console: [
      'Open Amazon Cognito, choose User pools, and choose the pool.',
      'Choose Authentication methods, and under Password policy, choose Edit.',
      'Enter 7 or less for Temporary passwords set by administrators expire in, and choose Save changes.',
      'The command resets all settings that it does not receive: put every setting from describe-user-pool that the command supports into the file for --cli-input-json, with TemporaryPasswordValidityDays 7 in PasswordPolicy instead of UnusedAccountValidityDays.',
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
      ? fail(`Temporary passwords of the pool ${name} are valid for ${days} days.`)
      : pass(`Temporary passwords of the pool ${name} are valid for ${days} days.`)
  },
})
