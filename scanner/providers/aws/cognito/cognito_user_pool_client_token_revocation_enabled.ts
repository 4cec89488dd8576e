import { fail, pass } from '../../../kit/index.ts'
import { known } from '../known.ts'
import { check } from './resources.ts'

export default check({
  id: 'cognito_user_pool_client_token_revocation_enabled',
  title: 'App client’s tokens can be taken back',
  description: 'Reads whether the refresh tokens of each app client can be revoked.',
  risk: 'A stolen token goes on making new ones until it expires, for weeks, whatever anybody does.',
  decision:
    'Passes when token revocation is on, fails when it is off, as for clients from before it existed. An answer without the setting gives a gap in coverage.',
  fix: {
    text: 'Turn on token revocation for the client.',
    console: [
      'Open Amazon Cognito, choose User pools, choose the pool, then App clients and the client.',
      'Choose Edit.',
      'Choose Enable token revocation and choose Save changes.',
      'The command resets what it is not given: put every setting that describe-user-pool-client shows into the file, without the secret and the dates, with EnableTokenRevocation true.',
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
      ? pass(`Tokens of the app client ${name} can be revoked.`)
      : fail(`Tokens of the app client ${name} cannot be revoked.`),
})
