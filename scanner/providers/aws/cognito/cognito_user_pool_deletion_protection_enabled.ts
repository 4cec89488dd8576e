import { fail, pass } from '../../../kit/index.ts'
import { check, known } from './resources.ts'

export default check({
  id: 'cognito_user_pool_deletion_protection_enabled',
  title: 'Cognito user pool has deletion protection enabled',
  description:
    'Reads whether each user pool has deletion protection, which must be turned off before the pool can be deleted.',
  risk: 'One wrong command deletes all users and their passwords, which cannot be recovered.',
  decision:
    'Passes if deletion protection is active. Fails if it is inactive. A response without the setting gives a gap in coverage.',
  fix: {
    text: 'Activate deletion protection.',
    console: [
      'Open Amazon Cognito, choose User pools, and choose the pool.',
      'Choose Settings, and under Deletion protection, choose Activate.',
      'Confirm.',
      'The command resets all settings that it does not receive: put every setting from describe-user-pool that the command supports into the file for --cli-input-json, with DeletionProtection ACTIVE.',
    ],
    cli: 'aws cognito-idp update-user-pool --user-pool-id <pool> --cli-input-json file://pool-with-deletion-protection.json',
    terraform: `resource "aws_cognito_user_pool" "customers" {
  name                = "customers"
  deletion_protection = "ACTIVE"
}`,
  },
  source:
    'https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-settings-deletion-protection.html',
  over: 'pools',
  needs: ['details'],
  judge: ({ name, details: { deletion_protection } }) =>
    known(deletion_protection)
      ? pass(`The pool ${name} has deletion protection enabled.`)
      : fail(`The pool ${name} has deletion protection disabled.`),
})
