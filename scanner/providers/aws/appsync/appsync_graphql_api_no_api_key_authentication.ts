import { fail, pass } from '../../../kit/index.ts'
import { known } from '../known.ts'
import { check } from './resources.ts'

export default check({
  id: 'appsync_graphql_api_no_api_key_authentication',
  title: 'AppSync API does not use API key authentication',
  description: 'Reads the default and the additional authorization modes of each GraphQL API.',
  risk: 'An API key is in every copy of an app and identifies no user. Anyone who extracts it can use the API.',
  decision:
    'Fails if one of the authorization modes is API key. Passes if all are IAM, Cognito, OpenID Connect or a Lambda function. Whether a valid key exists is not read.',
  fix: {
    text: 'Use IAM, Cognito or OpenID Connect to authorize clients.',
    console: [
      'Open AWS AppSync, choose the API, and choose Settings.',
      'Under Default authorization mode, choose a mode other than API key.',
      'Under Additional authorization providers, delete API key, and choose Save.',
      'The command resets all settings that it does not receive: put the settings from get-graphql-api that the command supports into the file for --cli-input-json, including logs and other authorization modes, and leave out API_KEY.',
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
      ? fail(`The API ${name} allows API key authentication.`)
      : pass(`The API ${name} uses the authorization modes ${ways.join(', ')}.`)
  },
})
