import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'cognito_user_pool_client_prevent_user_existence_errors',
  title: 'App client does not tell who is a user',
  description:
    'Reads whether each app client answers a wrong name just as it answers a wrong password.',
  risk: 'Anyone can find out which mail addresses are users, and spend their guesses on those.',
  decision:
    'Passes when the client prevents user existence errors. Fails when it answers the old way, which it does unless somebody chose otherwise.',
  fix: {
    text: 'Let the client prevent user existence errors.',
    console: [
      'Open Amazon Cognito, choose User pools, choose the pool, then App clients and the client.',
      'Choose Edit.',
      'Choose Prevent user existence errors and choose Save changes.',
      'The command resets what it is not given: put every setting that describe-user-pool-client shows into the file, without the secret and the dates, with PreventUserExistenceErrors ENABLED.',
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
      ? pass(`The app client ${name} does not tell who is a user.`)
      : fail(`The app client ${name} tells by its errors who is a user.`),
})
