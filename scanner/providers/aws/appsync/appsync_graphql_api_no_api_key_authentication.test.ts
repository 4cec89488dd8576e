import { verify } from '../../../kit/verify.ts'
import check from './appsync_graphql_api_no_api_key_authentication.ts'
import { api } from './worlds.ts'

verify(check, {
  pass: [api()],
  fail: [api({ authentication: ['API_KEY'] }), api({ authentication: ['AWS_IAM', 'API_KEY'] })],
  unread: [api({ authentication: null })],
})
