import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'cognito_user_pool_client_prevent_user_existence_errors',
  title: 'Cognito app client prevents user existence errors',
  description:
    'Reads whether each app client returns the same error for an unknown user and a wrong password.',
  risk: 'An attacker can find out which email addresses are users, and target them with password guessing.',
  decision:
    'Passes if the client prevents user existence errors. Fails if it uses the legacy behavior, which is the default.',
  fix: {
    text: 'Turn on the prevention of user existence errors for the client.',
    console: [
      'Open Amazon Cognito, choose User pools, choose the pool, then App clients and the client.',
      'Choose Edit.',
      'Choose Prevent user existence errors and choose Save changes.',
      'The command resets all settings that it does not receive: put every setting from describe-user-pool-client into the file for --cli-input-json, without the secret and the dates, with PreventUserExistenceErrors ENABLED.',
    ],
    cli: 'aws cognito-idp update-user-pool-client --cli-input-json file://client-without-existence-errors.json',
    terraform: `resource "aws_cognito_user_pool_client" "shop" {
  name                          = "shop"
  user_pool_id                  = aws_cognito_user_pool.customers.id
  prevent_user_existence_errors = "ENABLED"
}`,
  },
  source:
    'https://docs.aws.amazon.com/cognito/latest/developerguide/cognito-user-pool-managing-errors.html',
  over: 'clients',
  needs: ['details'],
  judge: ({ name, details }) =>
    details.hides_users
      ? pass(`The app client ${name} does not reveal whether a user exists.`)
      : fail(`The app client ${name} reveals in its errors whether a user exists.`),
})
