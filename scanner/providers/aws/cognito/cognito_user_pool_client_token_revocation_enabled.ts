import { fail, pass } from '../../../kit/index.ts'
import { known } from '../known.ts'
import { check } from './resources.ts'

export default check({
  id: 'cognito_user_pool_client_token_revocation_enabled',
  title: 'Cognito app client has token revocation enabled',
  description: 'Reads whether the refresh tokens of each app client can be revoked.',
  risk: 'A stolen refresh token can be used to get new tokens until it expires, and cannot be revoked.',
  decision:
    'Passes if token revocation is on. Fails if it is off, such as for clients that were created before the feature existed. A response without the setting gives a gap in coverage.',
  fix: {
    text: 'Turn on token revocation for the client.',
    console: [
      'Open Amazon Cognito, choose User pools, choose the pool, then App clients and the client.',
      'Choose Edit.',
      'Choose Enable token revocation and choose Save changes.',
      'The command resets all settings that it does not receive: put every setting from describe-user-pool-client into the file for --cli-input-json, without the secret and the dates, with EnableTokenRevocation true.',
    ],
    cli: 'aws cognito-idp update-user-pool-client --cli-input-json file://client-with-revocation.json',
    terraform: `resource "aws_cognito_user_pool_client" "shop" {
  name                    = "shop"
  user_pool_id            = aws_cognito_user_pool.customers.id
  enable_token_revocation = true
}`,
  },
  source: 'https://docs.aws.amazon.com/cognito/latest/developerguide/token-revocation.html',
  over: 'clients',
  needs: ['details'],
  judge: ({ name, details: { revokes_tokens } }) =>
    known(revokes_tokens, 'cognito-idp:DescribeUserPoolClient')
      ? pass(`The app client ${name} has token revocation enabled.`)
      : fail(`The app client ${name} has token revocation disabled.`),
})
