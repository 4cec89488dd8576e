import { fail, pass } from '../../../kit/index.ts'
import { check, known } from './resources.ts'

export default check({
  id: 'cognito_user_pool_deletion_protection_enabled',
  title: 'Pool is protected from deletion',
  description:
    'Reads whether each user pool refuses to be deleted until somebody lifts its protection.',
  risk: 'One wrong command deletes every user with their passwords, which nobody can bring back.',
  decision:
    'Passes when deletion protection is active, fails when it is inactive. An answer without the setting gives a gap in coverage.',
  fix: {
    text: 'Activate deletion protection.',
    console: [
      'Open Amazon Cognito, choose User pools, and choose the pool.',
      'Choose Settings, and under Deletion protection choose Activate.',
      'Confirm.',
      'The command resets what it is not given: put into the file every setting that describe-user-pool shows and this command takes, with DeletionProtection ACTIVE.',
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
      ? pass(`The pool ${name} is protected from deletion.`)
      : fail(`The pool ${name} is not protected from deletion.`),
})
