import { fail, pass } from '../../../kit/index.ts'
import { known } from '../known.ts'
import { check } from './resources.ts'

export default check({
  id: 'appsync_graphql_api_no_api_key_authentication',
  title: 'API lets nobody in by an API key',
  description:
    'Reads every way in which clients of each GraphQL API may sign in, the first and the additional ones.',
  risk: 'An API key stands in every copy of an app, names nobody, and lets in whoever reads it there.',
  decision:
    'Fails when one of the ways is an API key. Passes when all are IAM, Cognito, OpenID Connect or a Lambda function. Whether a key exists and is in force is not read.',
  fix: {
    text: 'Let clients sign in by IAM, Cognito or OpenID Connect.',
    console: [
      'Open AWS AppSync, choose the API, and choose Settings.',
      'Under Default authorization mode, choose another mode than API key.',
      'Under Additional authorization providers, delete API key, and choose Save.',
      'The command resets what it is not given: put into the file the settings that get-graphql-api shows and this command takes, logs and other ways to sign in among them, and leave out API_KEY.',
    ],
    cli: 'aws appsync update-graphql-api --cli-input-json file://api-without-keys.json',
    terraform: `resource "aws_appsync_graphql_api" "shop" {
  name                = "shop"
  authentication_type = "AMAZON_COGNITO_USER_POOLS"

  user_pool_config {
    user_pool_id   = aws_cognito_user_pool.customers.id
    default_action = "ALLOW"
  }
}`,
  },
  source: 'https://docs.aws.amazon.com/appsync/latest/devguide/security-authz.html',
  links: ['https://docs.aws.amazon.com/securityhub/latest/userguide/appsync-controls.html'],
  over: 'apis',
  needs: [],
  judge: ({ name, authentication }) => {
    const ways = known(authentication, 'appsync:ListGraphqlApis')
    return ways.includes('API_KEY')
      ? fail(`The API ${name} lets clients in by an API key.`)
      : pass(`The API ${name} lets clients in by ${ways.join(', ')}.`)
  },
})
